// Package query answers questions from the graph: what a question and an answer
// are, the trace of how an answer came about, citations that are checked
// against the text, and search. Each agent has a folder below this one.
package query

import (
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
)

// Mode says what an answer may rest on.
type Mode string

const (
	// Open allows the model's own knowledge where the text falls short; such an
	// answer is marked.
	Open Mode = "open"
	// Reject abstains where the text falls short.
	Reject Mode = "reject"
)

// ParseMode reads a mode; "" is Open.
func ParseMode(s string) (Mode, error) {
	switch Mode(s) {
	case "", Open:
		return Open, nil
	case Reject:
		return Reject, nil
	}
	return "", fault.New(fault.Invalid, "query.ParseMode", s, "not a mode", "use open or reject")
}

// Question is what somebody asks.
type Question struct {
	Text string
	// Language is a BCP 47 code such as "en" or "zh"; "" is found out from Text.
	// The answer is in the same language.
	Language string
	// Mode is Open where "".
	Mode Mode
	// Scope bounds what is read to some documents; the zero value is all.
	Scope graph.Scope
	// History are the earlier turns of a conversation, the oldest first. The last
	// MaxTurns of them say what a follow-up is about.
	History []Turn
	// Watch, if set, is told each step of the trace as it is made, from several goroutines.
	Watch func(Step)
}

// Turn is a question that was asked before, and what it was answered.
type Turn struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
}

// Answer is what an agent gives back.
type Answer struct {
	// Answer is the answer, or where Abstained what is missing.
	Answer    string `json:"answer"`
	Abstained bool   `json:"abstained"`
	// Asked is the question that was answered where a follow-up was made to stand
	// alone; else "".
	Asked string `json:"asked,omitempty"`
	Mode  Mode   `json:"mode"`
	Agent string `json:"agent"`
	// Model is the model's name; "offline" says that no language model wrote the
	// answer, also where a limit left none for it.
	Model string `json:"model"`
	// OwnKnowledge marks an answer that rests on more than the text (Open only).
	OwnKnowledge bool `json:"own_knowledge"`
	// Limited says what ended the search early, "" if nothing did; LimitedBy names
	// the limit: calls, tokens, money or time, or steps for one of the agent's own.
	Limited   string     `json:"limited,omitempty"`
	LimitedBy llm.Limit  `json:"limited_by,omitempty"`
	Citations []Citation `json:"citations"`
	// Nearest are passages close to a question that was not answered, the closest
	// first, at most MaxNearest: no answer, and none beside one.
	Nearest []Near `json:"nearest"`
	// Sentences are those of the answer, none of an abstention, each with what
	// supports it.
	Sentences []Sentence `json:"sentences"`
	// Conflicts are other answers that the sources give to the same question.
	Conflicts []Conflict `json:"conflicts"`
	// Trace is every step in order; the order does not depend on time.
	Trace []Step    `json:"trace"`
	Usage llm.Usage `json:"usage"`
	// WidestCall is the largest call in tokens, counted as the window is.
	WidestCall int `json:"widest_call"`
	// Ms is the time taken, in milliseconds.
	Ms int64 `json:"ms"`
	// Read are the ids of what was read (see Trace.Read).
	Read []string `json:"-"`
	// TraceID names the stored trace of the question, "" where none was stored.
	TraceID string `json:"trace_id,omitempty"`
}

// StoppedByUser tells whether a limit that the user can set ended the search early.
func (a Answer) StoppedByUser() bool { return Stopped{By: a.LimitedBy}.ByUser() }

// DocumentRef is what a citation or a hit shows of a document.
type DocumentRef struct {
	ID       graph.ID `json:"id"`
	Title    string   `json:"title"`
	SourceID string   `json:"source_id"`
}

// documentOf gives the document of a chunk; one without a title shows its source.
func documentOf(c graph.ChunkRow) DocumentRef {
	title := c.Title
	if title == "" {
		title = c.Source
	}
	return DocumentRef{c.Document, title, c.SourceID}
}
