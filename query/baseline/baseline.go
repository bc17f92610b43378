// Package baseline answers questions in one step, as what the walking agents
// are measured against: [BM25], [Dense], [Hybrid] and [Graph] retrieve the best
// chunks by the search method of the same name and answer from them in one call;
// [ZeroShot] retrieves nothing. Each prompt has its own file.
//
// Values marked [G] are Grove's.
package baseline

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
	"grove/query"
)

// The names of the agents. Those that retrieve are named as their search methods.
const (
	BM25     = query.BM25
	Dense    = "dense"
	Hybrid   = "hybrid"
	Graph    = "graph"
	ZeroShot = "zeroshot"
)

// Names lists the agents.
func Names() []string { return []string{BM25, Dense, Hybrid, Graph, ZeroShot} }

const (
	// DefaultWindow bounds the call, in tokens, where no window is given.
	DefaultWindow = 4096
	// LeastWindow is the smallest window the agents work in, in tokens, for a
	// question of up to an eighth of it [G].
	LeastWindow = 1024
	// DefaultK is how many chunks are retrieved.
	DefaultK = 5
)

// temperature is 0: an answer is looked for, not prose [G].
const temperature = 0

// Agent is one of the agents. It is safe for concurrent use.
type Agent struct {
	// Name is one of Names.
	Name   string
	Graph  query.Graph
	Index  query.Index
	Ranker query.Ranker
	LLM    *llm.Client
	// Workspace is named in the Cypher that the trace shows.
	Workspace string
}

// Options bound one question.
type Options struct {
	// Window bounds each call, in tokens; 0 is DefaultWindow, below LeastWindow is refused.
	Window int
	// MaxCalls bounds the model calls; 0 is no bound. One is enough; a second asks
	// for a reply anew that could not be read.
	MaxCalls int
	// K is how many chunks are retrieved; 0 is DefaultK. As many as fit the window are shown.
	K int
}

// run is the work on one question.
type run struct {
	Agent
	graph    query.Graph // with its reads traced
	session  *llm.Session
	question query.Question
	parsed   offline.Question
	trace    *query.Trace
	options  Options
	// reply bounds the reply, in tokens.
	reply int
}

// Answer answers a question. An outage is an error.
func (a Agent) Answer(ctx context.Context, q query.Question, o Options) (query.Answer, error) {
	started := time.Now()
	r, err := a.newRun(q, o)
	if err != nil {
		return query.Answer{}, err
	}
	work := r.fromPassages
	if a.Name == ZeroShot {
		work = r.fromNothing
	}
	answer, err := work(ctx)
	if err != nil {
		return query.Answer{}, err
	}
	answer.Mode, answer.Agent, answer.Model = r.question.Mode, a.Name, a.LLM.ModelName()
	answer.Trace, answer.Usage, answer.WidestCall = r.trace.Steps(), r.session.Usage(), r.session.Widest()
	answer.Ms = time.Since(started).Milliseconds()
	return answer, nil
}

// newRun checks the question and the options and fills in the defaults.
func (a Agent) newRun(q query.Question, o Options) (*run, error) {
	const op = "baseline.Answer"
	mode, err := query.ParseMode(string(q.Mode))
	if err != nil {
		return nil, err
	}
	q.Mode = mode
	switch {
	case !slices.Contains(Names(), a.Name):
		return nil, fault.New(fault.Invalid, op, a.Name, "not a baseline", "use "+strings.Join(Names(), ", "))
	case strings.TrimSpace(q.Text) == "":
		return nil, fault.New(fault.Invalid, op, "", "the question is empty", "ask something")
	case o.MaxCalls < 0 || o.K < 0 || o.Window < 0:
		return nil, fault.New(fault.Invalid, op, "", "a negative limit", "use 0 for the default")
	case a.Name == ZeroShot && mode == query.Reject:
		return nil, fault.New(fault.Invalid, op, ZeroShot, "answers from the model's own knowledge, which the mode reject rules out", "use --mode open, or an agent that reads")
	}
	if o.Window == 0 {
		o.Window = DefaultWindow
	}
	if o.K == 0 {
		o.K = DefaultK
	}
	if q.Language == "" {
		q.Language = text.Language(q.Text)
	}
	trace := query.WatchedTrace(q.Watch)
	r := &run{Agent: a, graph: query.Traced(a.Graph, trace, a.Workspace, q.Scope), session: a.LLM.Session(llm.Bounds{Window: o.Window, MaxCalls: o.MaxCalls}),
		question: q, parsed: a.LLM.Kit.Question(q.Text, q.Language), trace: trace, options: o, reply: min(max(o.Window/8, 192), 512)}
	if least := max(LeastWindow, 8*r.session.Count(q.Text)); o.Window < least {
		return nil, &fault.Error{Kind: fault.WindowTooSmall, Op: op, Item: fmt.Sprintf("window %d", o.Window), Hint: fmt.Sprintf("use --window %d or more", least),
			Err: fmt.Errorf("the least window for this question is %d tokens", least)}
	}
	return r, nil
}

// soft tells the failures that end in an abstention: a reply that cannot be
// read, a limit. Outages and cancellation do not.
func soft(err error) bool {
	return fault.Is(err, fault.BadReply) || fault.Is(err, fault.LimitReached)
}

// abstain gives an answer that says what is missing.
func (r *run) abstain(started time.Time, missing string) query.Answer {
	if missing == "" {
		missing = "The passages that were found do not answer the question."
		if r.parsed.Chinese() {
			missing = "找到的段落没有回答这个问题。"
		}
	}
	r.trace.Add(query.Step{Action: "abstain", Args: map[string]any{"missing": missing}, Ms: since(started)})
	return query.Answer{Answer: missing, Abstained: true, Citations: []query.Citation{}}
}

func since(t time.Time) float64 { return float64(time.Since(t).Microseconds()) / 1000 }
