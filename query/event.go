package query

// EventKind names what an Event tells.
type EventKind string

// The kinds of events, in the order in which a question's come: plans and steps
// mixed, then what the answer is made of, and last an error or the whole answer.
const (
	EventPlan       EventKind = "plan"
	EventStep       EventKind = "step"
	EventReferences EventKind = "references"
	EventToken      EventKind = "token"
	EventUsage      EventKind = "usage"
	EventError      EventKind = "error"
	EventDone       EventKind = "done"
)

// Event is one thing that is told of a question while it is answered, and again
// when its trace is replayed.
type Event struct {
	Kind EventKind `json:"event"`
	// Data is a Step (plan, step), References, Token, llm.Usage, an Answer (done), or
	// for an error what whoever tells it has for errors.
	Data any `json:"data"`
}

// References are the citations of an answer.
type References struct {
	Citations []Citation `json:"citations"`
}

// Token is a piece of the answer's text; the pieces in a row are the whole.
type Token struct {
	Text string `json:"text"`
}

// StepEvent tells a step: as a plan where it took the question apart.
func StepEvent(s Step) Event {
	if s.Action == "plan" || s.Action == "decompose" {
		return Event{EventPlan, s}
	}
	return Event{EventStep, s}
}

// AnswerEvents tell an answer: its parts, and then the whole of it.
func AnswerEvents(a Answer) []Event {
	return []Event{{EventReferences, References{a.Citations}}, {EventToken, Token{a.Answer}}, {EventUsage, a.Usage}, {EventDone, a}}
}
