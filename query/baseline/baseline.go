// Package baseline answers questions in one step, as what the walking agents
// are measured against: [BM25], [Dense], [Hybrid] and [Graph] retrieve the best
// chunks by the search method of the same name and answer from them in one call;
// [ZeroShot] retrieves nothing. Each prompt has its own file.
//
// Values marked [G] are Grove's.
package baseline

import (
	"context"
	"slices"
	"strings"

	"grove/internal/fault"
	"grove/internal/llm"
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
	// Limits bound tokens, money and time.
	Limits query.Limits
	// K is how many chunks are retrieved; 0 is DefaultK. As many as fit the window are shown.
	K int
}

// run is the work on one question.
type run struct {
	*query.Frame
	Agent
	graph   query.Graph // with its reads traced
	options Options
	// reply bounds the reply, in tokens.
	reply int
}

// Answer answers a question. An outage is an error.
func (a Agent) Answer(ctx context.Context, q query.Question, o Options) (query.Answer, error) {
	r, err := a.newRun(ctx, q, o)
	if err != nil {
		return query.Answer{}, err
	}
	work := r.fromPassages
	if a.Name == ZeroShot {
		work = r.fromNothing
	}
	answer, err := work(ctx)
	if err != nil {
		return r.Failed(), err
	}
	return r.Finish(answer), nil
}

// newRun checks the question and the options and fills in the defaults.
func (a Agent) newRun(ctx context.Context, q query.Question, o Options) (*run, error) {
	const op = "baseline.Answer"
	switch {
	case !slices.Contains(Names(), a.Name):
		return nil, fault.New(fault.Invalid, op, a.Name, "not a baseline", "use "+strings.Join(Names(), ", "))
	case o.K < 0:
		return nil, fault.New(fault.Invalid, op, "", "a negative limit", "use 0 for the default")
	case a.Name == ZeroShot && q.Mode == query.Reject:
		return nil, fault.New(fault.Invalid, op, ZeroShot, "answers from the model's own knowledge, which the mode reject rules out", "use --mode open, or an agent that reads")
	}
	if o.Window == 0 {
		o.Window = DefaultWindow
	}
	if o.K == 0 {
		o.K = DefaultK
	}
	frame, err := query.Begin(ctx, a.LLM, q, query.Setting{Agent: a.Name, Window: o.Window, Least: LeastWindow, MaxCalls: o.MaxCalls, Limits: o.Limits})
	if err != nil {
		return nil, err
	}
	return &run{Frame: frame, Agent: a, graph: query.Traced(a.Graph, frame.Trace, a.Workspace, q.Scope), options: o, reply: min(max(o.Window/8, 192), 512)}, nil
}
