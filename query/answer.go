// Package query answers questions from the graph. It defines questions and answers,
// traces, citations that are verified against the text, search, and the frame that all
// agents share. Each agent has a folder below this one.
package query

import (
	"strings"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
)

// Mode is the permitted basis of an answer.
type Mode string

const (
	// Open permits the model's own knowledge where the text is insufficient; such an
	// answer is marked.
	Open Mode = "open"
	// Reject abstains where the text is insufficient.
	Reject Mode = "reject"
)

// ParseMode parses a mode; "" is Open, an unknown one Invalid.
func ParseMode(s string) (Mode, error) {
	switch Mode(s) {
	case "", Open:
		return Open, nil
	case Reject:
		return Reject, nil
	}
	return "", fault.New(fault.Invalid, "query.ParseMode", s, "not a mode", "use open or reject")
}

// Question is a question with its scope, mode and conversation.
type Question struct {
	Text string
	// Language is the BCP 47 code of question and answer, such as "en" or "zh"; "" is
	// detected from Text.
	Language string
	// Mode is Open if "".
	Mode Mode
	// Scope restricts the documents that are read; the zero value is all.
	Scope graph.Scope
	// History are the earlier turns of the conversation, oldest first. The last
	// MaxTurns of them resolve the references of a follow-up question.
	History []Turn
	// Page is a web page in HTML, of at most MaxPage bytes, on which Text is a task with the actions so far; "" for a question
	// to the workspace. The answer is the next action (see Agent.Web).
	Page string
	// Watch, if set, is called with each step of the trace, from several goroutines.
	Watch func(Step)
}

// Turn is an earlier question of a conversation with its answer.
type Turn struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
}

// Answer is the result of an agent.
type Answer struct {
	// Answer is the answer's text or, if Abstained, a statement of what is missing.
	Answer    string `json:"answer"`
	Abstained bool   `json:"abstained"`
	// Asked is the standalone form of a follow-up question, "" if it was not rewritten.
	Asked string `json:"asked,omitempty"`
	Mode  Mode   `json:"mode"`
	Agent string `json:"agent"`
	// Model is the model's name; "offline" means that no language model wrote the
	// answer, possibly because a limit left no call for it.
	Model string `json:"model"`
	// OwnKnowledge is true if the answer is not based on the text alone (Open only).
	OwnKnowledge bool `json:"own_knowledge"`
	// Hops are the steps to the answer as the model stated them, and Missing is what it said the
	// evidence lacks; both may be empty.
	Hops    []Hop  `json:"hops,omitempty"`
	Missing string `json:"missing,omitempty"`
	// Limited describes what ended the search early, "" if nothing did. LimitedBy is the
	// limit: calls, tokens, money or time, or steps for the agent's own bound.
	Limited   string     `json:"limited,omitempty"`
	LimitedBy llm.Limit  `json:"limited_by,omitempty"`
	Citations []Citation `json:"citations"`
	// Unsure is the best candidate of an abstention without a language model; it may well be
	// wrong.
	Unsure string `json:"unsure,omitempty"`
	// Nearest are the sentences that Unsure rests on, then the passages closest to a question
	// that was not answered, closest first, at most MaxNearest; empty if there is an answer.
	Nearest []Near `json:"nearest"`
	// Sentences are the answer's sentences with their support; empty for an abstention.
	Sentences []Sentence `json:"sentences"`
	// Conflicts are contradicting answers in the sources.
	Conflicts []Conflict `json:"conflicts"`
	// Trace are all steps; their order does not depend on timing. The JSON of the REST service
	// has it on request alone.
	Trace []Step    `json:"trace,omitempty"`
	Usage llm.Usage `json:"usage"`
	// WidestCall is the largest call, in tokens as the window counts them.
	WidestCall int `json:"widest_call"`
	// Ms is the time taken, in milliseconds.
	Ms int64 `json:"ms"`
	// Coverage states the input of an agent for long inputs; nil for others.
	Coverage *Coverage `json:"coverage,omitempty"`
	// Memory is the gist memory that a ReadAgent answered from; nil for other agents.
	Memory *GistMemory `json:"memory,omitempty"`
	// Action is the next action on Question.Page; nil for other questions.
	Action *WebAction `json:"action,omitempty"`
	// Read are the ids of all rows read (see Trace.Read).
	Read []string `json:"-"`
	// TraceID is the id of the stored trace, "" if none was stored.
	TraceID string `json:"trace_id,omitempty"`
}

// GistMemory describes a long input as the prompt for the answer showed it: pages in full among gists.
type GistMemory struct {
	Pages int `json:"pages"`
	// Entries is the number of gists and pages shown; merged pages are one.
	Entries int `json:"entries"`
	// LookUps is the number of pages shown in full because they were looked up.
	LookUps int `json:"look_ups"`
	// Words is the number of words shown, DocumentWords that of the input.
	Words         int `json:"words"`
	DocumentWords int `json:"document_words"`
}

// WebAction is an action on a web page.
type WebAction struct {
	// Element is the id of the element: its backend_node_id, else its number in the page, such as "n7".
	Element string `json:"element"`
	// Operation is CLICK, TYPE or SELECT; Value is the text or option, "" for a click.
	Operation string `json:"operation"`
	Value     string `json:"value"`
}

// String returns the action as answers state it, such as "n7: TYPE Oslo".
func (a WebAction) String() string {
	return strings.TrimSpace(a.Element + ": " + a.Operation + " " + a.Value)
}

// StoppedByUser reports whether a limit that the user can set ended the search early.
func (a Answer) StoppedByUser() bool { return Stopped{By: a.LimitedBy}.ByUser() }

// DocumentRef identifies the document of a citation or a hit.
type DocumentRef struct {
	ID       graph.ID `json:"id"`
	Title    string   `json:"title"`
	SourceID string   `json:"source_id"`
	// Source is the name that the document was ingested under.
	Source string `json:"source"`
}

// documentOf returns the document of a chunk; the file name stands in for a missing title.
func documentOf(c graph.ChunkRow) DocumentRef {
	return DocumentRef{c.Document, graph.Caption(c.Title, c.Source), c.SourceID, c.Source}
}
