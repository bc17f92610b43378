package query

import (
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
// question made ready, the session with its bounds, the trace, and how an answer
// is concluded. Make one with Begin; Finish gives the answer its last fields.
type Frame struct {
	// Question has its mode and language filled in and, after a history, stands alone.
	Question Question
	Parsed   offline.Question
	Session  *llm.Session
	Kit      *offline.Kit
	Trace    *Trace

	agent   string
	model   string
	asked   string
	started time.Time
	stopped Stopped
}

// Setting is how an agent works on a question.
type Setting struct {
	// Agent is the agent's name.
	Agent string
	// Window bounds each call, in tokens. One below Least, or below eight times the
	// question, is refused as WindowTooSmall.
	Window, Least int
	// MaxCalls bounds the number of calls; 0 is no bound.
	MaxCalls int
	Limits   Limits
}

// Begin checks a question and its bounds, and makes a follow-up stand alone: that
// takes a call where there is a history, and a model. A question that is empty or
// longer than MaxQuestion, and a negative bound, are Invalid.
func Begin(ctx context.Context, client *llm.Client, q Question, s Setting) (*Frame, error) {
	op := s.Agent + ".Answer"
	mode, err := ParseMode(string(q.Mode))
	if err != nil {
		return nil, err
	}
	q.Mode = mode
	if err := checkText(op, q.Text); err != nil {
		return nil, err
	}
	if l := s.Limits; s.MaxCalls < 0 || s.Window < 0 || l.MaxTokens < 0 || l.Budget < 0 || l.Timeout < 0 {
		return nil, fault.New(fault.Invalid, op, "", "a negative limit", "use 0 for the default")
	}
	f := &Frame{Question: q, Kit: client.Kit, Trace: WatchedTrace(q.Watch), agent: s.Agent, model: client.ModelName(), started: time.Now()}
	f.Session = client.Session(s.Limits.bounds(s.Window, s.MaxCalls, f.started))
	if err := f.checkWindow(op, s); err != nil {
		return nil, err
	}
	f.Session.Keep(s.Limits.reserve(f.Session))
	if err := f.standAlone(ctx, s.MaxCalls); err != nil {
		return nil, err
	}
	if f.Question.Language == "" {
		f.Question.Language = text.Language(f.Question.Text)
	}
	f.Parsed = client.Kit.Question(f.Question.Text, f.Question.Language)
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
func (f *Frame) checkWindow(op string, s Setting) error {
	if least := max(s.Least, f.least(f.Question.Text)); s.Window < least {
		return &fault.Error{Kind: fault.WindowTooSmall, Op: op, Item: fmt.Sprintf("window %d", s.Window), Hint: fmt.Sprintf("use --window %d or more", least),
			Err: fmt.Errorf("the least window for this question is %d tokens", least)}
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

// Finish fills in what is known of an answer once the work is over.
func (f *Frame) Finish(a Answer) Answer {
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
	a.Trace, a.Usage, a.WidestCall = f.Trace.Steps(), f.Session.Usage(), f.Session.Widest()
	a.Ms = time.Since(f.started).Milliseconds()
	return a
}

// Failed is what is told of a question that failed: what it has used.
func (f *Frame) Failed() Answer { return Answer{Usage: f.Session.Usage()} }

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
