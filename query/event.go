package query

// EventKind is the kind of an Event.
type EventKind string

// The kinds of events in the order of their occurrence: plans and steps interleaved, then
// the parts of the answer, finally an error or the complete answer.
const (
	EventPlan       EventKind = "plan"
	EventStep       EventKind = "step"
	EventReferences EventKind = "references"
	EventToken      EventKind = "token"
	EventUsage      EventKind = "usage"
	EventError      EventKind = "error"
	EventDone       EventKind = "done"
)

// Event reports progress on a question, live or in the replay of its trace.
type Event struct {
	Kind EventKind `json:"event"`
	// Data is a Step (plan, step), References, Token, llm.Usage, an Answer (done), or the
	// sender's representation of an error.
	Data any `json:"data"`
}

// References are the citations of an answer.
type References struct {
	Citations []Citation `json:"citations"`
}

// Token is a piece of the answer's text; concatenated, the pieces are the text.
type Token struct {
	Text string `json:"text"`
}

// StepEvent returns the event of a step: a plan event if the step decomposed the question.
func StepEvent(s Step) Event {
	if s.Action == "plan" || s.Action == "decompose" {
		return Event{EventPlan, s}
	}
	return Event{EventStep, s}
}

// AnswerEvents returns the events of an answer: its parts, then the complete answer.
func AnswerEvents(a Answer) []Event {
	return []Event{{EventReferences, References{a.Citations}}, {EventToken, Token{a.Answer}}, {EventUsage, a.Usage}, {EventDone, a}}
}
