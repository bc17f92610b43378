// Package traces stores questions with their answers and every step of their traces, one
// JSON file per question, so that they can be read and replayed without a model.
//
// The files can be read while another process holds the workspace. They quote documents,
// so they are readable by their owner alone, and a purge removes those that read a purged
// document ([Folder.Purge]).
package traces

import (
	"path/filepath"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/query"
)

// Trace is one question that was asked. Summary comes first in its file.
type Trace struct {
	Summary
	Options Options `json:"options"`
	// Answer has the steps and the usage; where the question failed, those until then
	// and nothing else.
	Answer query.Answer `json:"answer"`
	// Read are the ids of the rows of the graph that the question read, by which a purge
	// finds the trace; none for a question that failed, had a history, or read rows that
	// ids don't cover (query.Trace.Read), and in traces of older versions.
	Read []string `json:"read,omitempty"`
	// Error is the reason for which the question failed; nil if it was answered.
	Error *Error `json:"error"`
}

// Summary is what lists show of a trace.
type Summary struct {
	// ID is t and 24 base32 characters; ids are in the order of asking.
	ID    string    `json:"id"`
	Asked time.Time `json:"asked"`
	// Question is as it was asked, Reply what was answered, or why it failed.
	Question string `json:"question"`
	Reply    string `json:"reply"`
	// Agent is who answered, which for auto is whom it chose.
	Agent     string     `json:"agent"`
	Mode      query.Mode `json:"mode"`
	Model     string     `json:"model"`
	Abstained bool       `json:"abstained"`
	Failed    bool       `json:"failed"`
	// Steps is their number, Calls that of the model's, Ms the time taken.
	Steps int   `json:"steps"`
	Calls int   `json:"calls"`
	Ms    int64 `json:"ms"`
}

// Options are the options of a question: the zero value of each is its default.
type Options struct {
	Agent   string   `json:"agent"`
	Without []string `json:"without"`
	// Options are those that the agent alone has, by their names.
	Options  map[string]string `json:"options,omitempty"`
	Window   int               `json:"window"`
	MaxCalls int               `json:"max_calls"`
	// MaxTokens and Budget (US dollars) bounded the paid calls, Timeout (seconds) the
	// time for calls.
	MaxTokens int     `json:"max_tokens,omitempty"`
	Budget    float64 `json:"budget,omitempty"`
	Timeout   float64 `json:"timeout,omitempty"`
	// Scope is what was read, by ids, sources or titles as they were given; History
	// are the earlier turns of the conversation.
	Scope   graph.Scope  `json:"filters,omitzero"`
	History []query.Turn `json:"history,omitempty"`
}

// Error is the reason for which a question failed.
type Error struct {
	Code    fault.Kind `json:"code"`
	Message string     `json:"message"`
	Hint    string     `json:"hint"`
}

// New makes the trace of a question that was asked at a time and is over now. The answer's
// TraceID is its id, a new one where that is "". Failed is nil where it has its answer.
func New(asked time.Time, question string, o Options, a query.Answer, failed error) (Trace, error) {
	id := a.TraceID
	if id == "" {
		var err error
		if id, err = NewID(asked); err != nil {
			return Trace{}, err
		}
	}
	a.TraceID = id
	t := Trace{Options: o, Answer: a, Summary: Summary{ID: id, Asked: asked.UTC(), Question: question, Reply: a.Answer, Agent: a.Agent,
		Mode: a.Mode, Model: a.Model, Abstained: a.Abstained, Steps: len(a.Trace), Calls: a.Usage.Calls, Ms: a.Ms}}
	if failed == nil && len(o.History) == 0 {
		t.Read = a.Read
	}
	if failed != nil {
		t.Error = &Error{Code: fault.KindOf(failed), Message: fault.Brief(failed), Hint: fault.Hint(failed)}
		t.Failed, t.Reply = true, t.Error.Message
	}
	return t, nil
}

// Events are the events of the question, in the order of the finished trace.
func (t Trace) Events() []query.Event {
	var events []query.Event
	for _, s := range t.Answer.Trace {
		events = append(events, query.StepEvent(s))
	}
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

// In returns the folder of traces below dir, the folder of a workspace. It keeps the newest
// traces; with keep 0 none are stored.
func In(dir string, keep int) *Folder { return &Folder{filepath.Join(dir, "traces"), keep} }

// Keeps reports whether Put stores traces.
func (f *Folder) Keeps() bool { return f.keep > 0 }
