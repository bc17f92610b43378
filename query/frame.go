package query

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// Frame is the state of an agent's work on one question: the parsed question, the model
// session with its bounds, and the graph, whose reads are recorded in the trace.
type Frame struct {
	// Question has its mode and language set; a follow-up is already rewritten.
	Question Question
	Parsed   offline.Question
	Session  *llm.Session
	Kit      *offline.Kit
	Trace    *Trace
	// Graph records its reads in Trace. Graph and Index are restricted to the question's scope.
	Graph    Graph
	Index    Index
	Embedder Embedder
	// Options have their defaults set.
	Options Options

	deps    Deps
	agent   string
	own     map[string]string
	model   string
	asked   string
	started time.Time
	stopped Stopped
	// earlier is what the last answer of this frame rests on; see Continue.
	earlier Found
	// numbers are the numbers of evidence by id.
	numbers map[graph.ID]int
	// coverage is that of the input of an agent for long inputs, else nil.
	coverage *Coverage
}

// begin validates a question and its bounds and rewrites a follow-up, which takes a call if
// there is a history and a model. Empty questions, questions longer than MaxQuestion and
// negative bounds are Invalid.
func begin(ctx context.Context, a Agent, d Deps, q Question, o Options) (*Frame, error) {
	op := a.Name + ".Answer"
	mode, err := ParseMode(string(q.Mode))
	if err != nil {
		return nil, err
	}
	q.Mode = mode
	if err := checkText(op, q.Text); err != nil {
		return nil, err
	}
	if l := o.Limits; o.MaxCalls < 0 || o.Window < 0 || l.MaxTokens < 0 || l.Budget < 0 || l.Timeout < 0 {
		return nil, fault.New(fault.Invalid, op, "", "a limit is negative", "use 0 for the default")
	}
	o.Window = cmp.Or(o.Window, DefaultWindow)
	f := &Frame{Question: q, Kit: d.LLM.Kit, Trace: WatchedTrace(q.Watch), Embedder: d.Embedder,
		deps: d, numbers: map[graph.ID]int{}, model: d.LLM.ModelName(), started: time.Now()}
	f.Graph, f.Index = f.TracedIn(f.Trace), Within(d.Index, d.Graph, q.Scope)
	f.Session = d.LLM.Session(o.Limits.bounds(o.Window, o.MaxCalls, f.started))
	if err := f.adopt(a, o); err != nil {
		return nil, err
	}
	f.Reserve()
	if err := f.standAlone(ctx, o.MaxCalls); err != nil {
		return nil, err
	}
	if f.Question.Language == "" {
		f.Question.Language = text.Language(f.Question.Text)
	}
	f.Parsed = f.Kit.Question(f.Question.Text, f.Question.Language)
	return f, nil
}

// checkText rejects empty and overlong questions.
func checkText(op, question string) error {
	if strings.TrimSpace(question) == "" {
		return fault.New(fault.Invalid, op, "", "the question is empty", "ask something")
	}
	if n := utf8.RuneCountInString(question); n > MaxQuestion {
		return fault.New(fault.Invalid, op, "", fmt.Sprintf("the question has %d characters, the limit is %d", n, MaxQuestion),
			"ask in fewer words; ingest long texts as documents")
	}
	return nil
}

// checkWindow rejects a window that is too small for the agent or the question.
func (f *Frame) checkWindow(op string, least int) error {
	if least = max(least, f.least(f.Question.Text)); f.Options.Window < least {
		return &fault.Error{Kind: fault.WindowTooSmall, Op: op, Item: fmt.Sprintf("window %d", f.Options.Window),
			Hint: fmt.Sprintf("use --window %d or more", least), Err: fmt.Errorf("the least window for this question is %d tokens", least)}
	}
	return nil
}

// least returns the smallest window for a question, in tokens.
func (f *Frame) least(question string) int { return 8 * f.Session.Count(question) }

// Chinese reports whether the question is in Chinese.
func (f *Frame) Chinese() bool { return f.Parsed.Chinese() }

// EndedBy records that the agent's own limit, or its share of a limit of the session, ended
// the search early. Only the first call counts.
func (f *Frame) EndedBy(by llm.Limit, after string) {
	if f.stopped.After == "" {
		f.stopped = Stopped{by, after}
	}
}

// Unread records that n pieces of the input were not read, by a limit or, where by is "", as no reply was usable.
func (f *Frame) Unread(by llm.Limit, n, of int) {
	if n > 0 {
		f.EndedBy(by, fmt.Sprintf("%d of %d pieces of the text not read", n, of))
	}
}

// Stopped returns the limit that ended the search early, the session's before the agent's
// own; the zero value if there is none.
func (f *Frame) Stopped() Stopped {
	if err := f.Session.Reached(); err != nil {
		return Stopped{llm.LimitOf(err), fault.Brief(err)}
	}
	return f.stopped
}

// finish completes an answer with trace, usage and limits.
func (f *Frame) finish(a Answer) Answer {
	s := f.Stopped()
	a.Mode, a.Agent, a.Limited, a.LimitedBy, a.Asked = f.Question.Mode, cmp.Or(a.Agent, f.agent), s.After, s.By, f.asked
	a.Model, a.Read = cmp.Or(a.Model, f.model), f.Trace.Read()
	// Empty lists are never nil, so that they are [] in JSON.
	a.Sentences, a.Nearest = append([]Sentence{}, a.Sentences...), append([]Near{}, a.Nearest...)
	a.Conflicts = append([]Conflict{}, a.Conflicts...)
	a.Coverage = f.coverage
	a.Trace, a.Usage, a.WidestCall = f.Trace.Steps(), f.Session.Usage(), f.Session.Widest()
	a.Ms = time.Since(f.started).Milliseconds()
	return a
}

// Abstain returns an abstention with a statement of what is missing; "" derives it from the
// question. If a limit of the user ended the search, the statement names that limit.
func (f *Frame) Abstain(missing string) Answer {
	missing, chinese := strings.TrimSpace(missing), f.Chinese()
	switch s := f.Stopped(); {
	case s.ByUser():
		missing = endedEarly.joined(chinese, s.after(chinese)) + space.in(chinese) + notSettled.in(chinese) + stop.in(chinese)
	case missing == "":
		missing = nothingRead.in(chinese)
		if names := f.Parsed.Names; len(names) > 0 {
			missing += colon.in(chinese) + noSupport.in(chinese) + strings.Join(names, comma.in(chinese))
		}
	}
	f.Trace.Add(Step{Action: "abstain", Args: map[string]any{"missing": missing}})
	return Answer{Answer: missing, Abstained: true, Citations: []Citation{}}
}
