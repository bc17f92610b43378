// Package traces stores questions with their answers and every step of their traces, one
// JSON file per question, so that they can be read and replayed without a model.
//
// The files can be read while another process holds the workspace. They quote documents,
// so they are readable by their owner alone, and a purge removes those that read a purged
// document ([Folder.Purge]).
package traces

import (
	"context"
	"path/filepath"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/query"
)

// Trace is a question with its answer. Summary comes first in its file.
type Trace struct {
	Summary
	Options Options `json:"options"`
	// Answer has the steps and the usage; if the question failed, only those until then.
	Answer query.Answer `json:"answer"`
	// Read are the ids of the rows of the graph that the question read, for Purge. It is
	// empty if the question failed, had a history, or read rows without ids
	// (query.Trace.Read), and in traces of older versions.
	Read []string `json:"read,omitempty"`
	// Error is the reason why the question failed; nil if it was answered.
	Error *Error `json:"error"`
}

// Summary is the item of a trace in a list.
type Summary struct {
	// ID is t and 24 base32 characters; ids sort by time.
	ID    string    `json:"id"`
	Asked time.Time `json:"asked"`
	// Question is the text of the question, Reply the answer or the reason of the failure.
	Question string `json:"question"`
	Reply    string `json:"reply"`
	// Agent is the name of the agent that answered; for auto, of the one that it chose. AskedAgent is the one that was asked, ""
	// in traces of earlier versions.
	Agent      string     `json:"agent"`
	AskedAgent string     `json:"asked_agent"`
	Mode       query.Mode `json:"mode"`
	Model      string     `json:"model"`
	Abstained  bool       `json:"abstained"`
	Failed     bool       `json:"failed"`
	// Steps is the number of steps, Calls that of model calls, Ms the time in milliseconds.
	Steps int   `json:"steps"`
	Calls int   `json:"calls"`
	Ms    int64 `json:"ms"`
}

// Answerer names the agent that answered, after the one that was asked if it handed the question over.
func (s Summary) Answerer() string {
	if s.AskedAgent == "" || s.AskedAgent == s.Agent {
		return s.Agent
	}
	return s.AskedAgent + ": " + s.Agent
}

// Options are the options of a question: the zero value of each is its default.
type Options struct {
	Agent   string   `json:"agent"`
	Without []string `json:"without"`
	// Options are the agent's own options, by name.
	Options  map[string]string `json:"options,omitempty"`
	Window   int               `json:"window"`
	MaxCalls int               `json:"max_calls"`
	// Check is set where the model judged the support of its answer.
	Check bool `json:"check,omitempty"`
	// MaxTokens and Budget (US dollars) bound the paid calls, Timeout (seconds) the time for
	// calls.
	MaxTokens int     `json:"max_tokens,omitempty"`
	Budget    float64 `json:"budget,omitempty"`
	Timeout   float64 `json:"timeout,omitempty"`
	// Scope restricts the documents, by ids, sources or titles as given; History are the
	// earlier turns of the conversation.
	Scope   graph.Scope  `json:"filters,omitzero"`
	History []query.Turn `json:"history,omitempty"`
}

// Error is the reason why a question failed.
type Error struct {
	Code    fault.Kind `json:"code"`
	Message string     `json:"message"`
	Hint    string     `json:"hint"`
}

// New returns the trace of a completed question. Its id is the answer's TraceID, or a new one
// if that is "". failed is the error of the question, nil if it was answered.
func New(asked time.Time, question string, o Options, a query.Answer, failed error) Trace {
	if a.TraceID == "" {
		a.TraceID = NewID(asked)
	}
	t := Trace{Options: o, Answer: a, Summary: Summary{ID: a.TraceID, Asked: asked.UTC(), Question: question,
		Reply: a.Answer, Agent: a.Agent, AskedAgent: o.Agent, Mode: a.Mode, Model: a.Model, Abstained: a.Abstained,
		Steps: len(a.Trace), Calls: a.Usage.Calls, Ms: a.Ms}}
	if failed == nil && len(o.History) == 0 {
		t.Read = a.Read
	}
	if failed != nil {
		t.Error = &Error{Code: fault.KindOf(failed), Message: fault.Brief(failed), Hint: fault.Hint(failed)}
		t.Failed, t.Reply = true, t.Error.Message
	}
	return t
}

// Events returns the events of the question, in the order of the stored trace.
func (t Trace) Events() []query.Event {
	events := lists.Map(t.Answer.Trace, query.StepEvent)
	if t.Error != nil {
		return append(events, query.Event{Kind: query.EventError, Data: *t.Error})
	}
	return append(events, query.AnswerEvents(t.Answer)...)
}

// Folder stores traces. It is safe for concurrent use, by several processes too.
type Folder struct {
	dir  string
	keep int
}

// In returns the folder of traces below dir, the folder of a workspace. It retains the newest
// keep traces; with 0 it stores none.
func In(dir string, keep int) *Folder { return &Folder{filepath.Join(dir, "traces"), keep} }

// Keeps reports whether Put stores traces.
func (f *Folder) Keeps() bool { return f.keep > 0 }

// Replay sends the events of a trace after the first n. At speed 1 it takes as long as the
// question, at 2 half of that, at 0 no time, divided among the steps in proportion to their
// times. It ends at the first error of send, or with ctx.
func (t Trace) Replay(ctx context.Context, n int, speed float64, send func(query.Event) error) error {
	const op = "traces.Replay"
	sum := lists.Sum(t.Answer.Trace, func(s query.Step) float64 { return s.Ms })
	events := t.Events()
	for _, e := range events[min(n, len(events)):] {
		if s, ok := e.Data.(query.Step); ok && speed > 0 && sum > 0 {
			took := time.Duration(s.Ms / sum * float64(t.Ms) / speed * float64(time.Millisecond))
			select {
			case <-time.After(took):
			case <-ctx.Done():
			}
		}
		if err := ctx.Err(); err != nil {
			return fault.Wrap(err, op, t.ID)
		}
		if err := send(e); err != nil {
			return err
		}
	}
	return nil
}
