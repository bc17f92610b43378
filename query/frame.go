package query

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// Frame is what the work of every agent on one question has in common: the
// question made ready, the session with its bounds, the graph whose reads are
// recorded, and how an answer is concluded.
type Frame struct {
	// Question has its mode and language filled in and, after a history, stands alone.
	Question Question
	Parsed   offline.Question
	Session  *llm.Session
	Kit      *offline.Kit
	Trace    *Trace
	// Graph records its reads in Trace, and reads within the question's scope; so does Index.
	Graph    Graph
	Index    Index
	Embedder Embedder
	// Options have their defaults filled in.
	Options Options

	deps    Deps
	agent   string
	own     map[string]string
	model   string
	asked   string
	started time.Time
	stopped Stopped
}

// begin checks a question and its bounds, and makes a follow-up stand alone: that
// takes a call where there is a history, and a model. A question that is empty or
// longer than MaxQuestion, and a negative bound, are Invalid.
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
		return nil, fault.New(fault.Invalid, op, "", "a negative limit", "use 0 for the default")
	}
	o.Window = cmp.Or(o.Window, DefaultWindow)
	f := &Frame{Question: q, Kit: d.LLM.Kit, Trace: WatchedTrace(q.Watch), Embedder: d.Embedder,
		deps: d, model: d.LLM.ModelName(), started: time.Now()}
	f.Graph, f.Index = f.TracedIn(f.Trace), Within(d.Index, d.Graph, q.Scope)
	f.Session = d.LLM.Session(o.Limits.bounds(o.Window, o.MaxCalls, f.started))
	if err := f.adopt(a, o); err != nil {
		return nil, err
	}
	f.Session.SetReserve(o.Limits.reserve(f.Session))
	if err := f.standAlone(ctx, o.MaxCalls); err != nil {
		return nil, err
	}
	if f.Question.Language == "" {
		f.Question.Language = text.Language(f.Question.Text)
	}
	f.Parsed = f.Kit.Question(f.Question.Text, f.Question.Language)
	return f, nil
}

// checkText refuses what is no question.
func checkText(op, question string) error {
	if strings.TrimSpace(question) == "" {
		return fault.New(fault.Invalid, op, "", "the question is empty", "ask something")
	}
	if n := utf8.RuneCountInString(question); n > MaxQuestion {
		return fault.New(fault.Invalid, op, "", fmt.Sprintf("the question has %d characters, at most %d are read", n, MaxQuestion),
			"ask in fewer words; ingest long texts as documents")
	}
	return nil
}

// checkWindow refuses a window that is too small for the agent or the question.
func (f *Frame) checkWindow(op string, least int) error {
	if least = max(least, f.least(f.Question.Text)); f.Options.Window < least {
		return &fault.Error{Kind: fault.WindowTooSmall, Op: op, Item: fmt.Sprintf("window %d", f.Options.Window),
			Hint: fmt.Sprintf("use --window %d or more", least), Err: fmt.Errorf("the least window for this question is %d tokens", least)}
	}
	return nil
}

// least is the least window, in tokens, that a question may have.
func (f *Frame) least(question string) int { return 8 * f.Session.Count(question) }

// Chinese tells whether the question is asked in Chinese.
func (f *Frame) Chinese() bool { return f.Parsed.Chinese() }

// EndedBy notes that a limit of the agent's own, or its share of one of the
// session's, ended the search early. The first one counts.
func (f *Frame) EndedBy(by llm.Limit, after string) {
	if f.stopped.After == "" {
		f.stopped = Stopped{by, after}
	}
}

// Stopped is what ended the search early, the zero value if nothing did: a bound
// of the session before one of the agent's own.
func (f *Frame) Stopped() Stopped {
	if err := f.Session.Reached(); err != nil {
		return Stopped{llm.LimitOf(err), fault.Brief(err)}
	}
	return f.stopped
}

// finish fills in what is known of an answer once the work is over.
func (f *Frame) finish(a Answer) Answer {
	s := f.Stopped()
	a.Mode, a.Agent, a.Limited, a.LimitedBy, a.Asked = f.Question.Mode, f.agent, s.After, s.By, f.asked
	if a.Model == "" {
		a.Model = f.model
	}
	if a.Sentences == nil {
		a.Sentences = []Sentence{}
	}
	if a.Nearest == nil {
		a.Nearest = []Near{}
	}
	if a.Conflicts == nil {
		a.Conflicts = []Conflict{}
	}
	a.Read = f.Trace.Read()
	a.Trace, a.Usage, a.WidestCall = f.Trace.Steps(), f.Session.Usage(), f.Session.Widest()
	a.Ms = time.Since(f.started).Milliseconds()
	return a
}

// Abstain gives an answer that says what is missing; "" is told from the question.
// Where a limit of the user's ended the search, it says that instead: nobody knows
// what more would have been found.
func (f *Frame) Abstain(missing string) Answer {
	said, chinese := strings.TrimSpace(missing), f.Chinese()
	switch s := f.Stopped(); {
	case s.ByUser():
		said = endedEarly.joined(chinese, s.after(chinese)) + space(chinese) + notSettled.in(chinese) + stop(chinese)
	case said == "" && len(f.Parsed.Things()) > 0:
		said = nothingRead.joined(chinese, noSupport.in(chinese)+" "+list(f.Parsed.Things(), chinese))
	case said == "":
		said = nothingRead.joined(chinese, "")
	}
	f.Trace.Add(Step{Action: "abstain", Args: map[string]any{"missing": said}})
	return Answer{Answer: said, Abstained: true, Citations: []Citation{}}
}

// space stands between two sentences.
func space(chinese bool) string {
	if chinese {
		return ""
	}
	return " "
}
