package graph

import (
	"strconv"
	"time"
)

// Decision is what a person decided about the graph, such as that two names are
// of one entity. Decisions are kept until they are undone; a later one overrules
// an earlier one where they disagree.
type Decision struct {
	ID ID `json:"id"`
	// Seq orders decisions: 1, 2, 3 ... in the order in which they were made.
	Seq int `json:"seq"`
	// Kind is what was decided, such as "merge", "split", "accept" or "reject".
	Kind string `json:"kind"`
	// Subjects are what it was decided about: ids or names, as the kind has it.
	Subjects []string `json:"subjects"`
	// At is when, to the second, in UTC; not part of exports.
	At time.Time `json:"-"`
}

// DecisionID is the id of a decision: its place and what it says.
func DecisionID(seq int, kind string, subjects []string) ID {
	return newID(DecisionKind, append([]string{strconv.Itoa(seq), kind}, subjects...)...)
}

// DecisionsQuery asks for the decisions of some kinds (none: all), by Seq.
type DecisionsQuery struct {
	Kinds []string
	// After leaves out decisions up to and including this Seq.
	After int
	Limit int
}
