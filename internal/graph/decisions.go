package graph

import (
	"strconv"
	"strings"
	"time"

	"grove/internal/fault"
)

// The kinds of decisions about names. Their subjects are names (see Name.Subject).
const (
	// MergeDecision makes names one.
	MergeDecision = "merge"
	// SplitDecision takes each name out of its element, to be alone; one with a part
	// stands for its mentions in one document.
	SplitDecision = "split"
	// ApartDecision keeps two names apart, and with them the elements that they belong to.
	ApartDecision = "apart"
	// ModelMergeDecision is a merge that a model decided on, not a person.
	ModelMergeDecision = "model_merge"
	// AskedDecision is of two names that a model was asked about and left apart. It
	// changes nothing in the graph, and keeps the two from being asked about again.
	AskedDecision = "asked"
)

// AboutNames tells whether a decision of this kind has names as its subjects.
func AboutNames(kind string) bool {
	switch kind {
	case MergeDecision, SplitDecision, ApartDecision, ModelMergeDecision, AskedDecision:
		return true
	}
	return false
}

// ChangesGraph tells whether a decision of this kind changes what the graph says or
// what it will be made of, so that keeping it or taking it back raises the change number.
func ChangesGraph(kind string) bool { return kind != AskedDecision }

// Decision is what a person, or a model that one put the question to, decided about the graph, such as that two names are
// of one entity. Decisions are kept until they are undone; a later one overrules
// an earlier one where they disagree.
type Decision struct {
	ID ID `json:"id"`
	// Seq orders decisions: 1, 2, 3 ... in the order in which they were made.
	Seq int `json:"seq"`
	// Kind is what was decided, such as "merge", "apart", "accept" or "reject".
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

// Name is one name, or a part of it: what one document means by it, where a
// person said that it means something else.
type Name struct {
	// Norm is the normalised name.
	Norm string
	// Part is the document's id, "" for the whole name.
	Part ID
}

// ID is the id of the name's own key element.
func (n Name) ID() ID { return KeyElementID(n.Norm, string(n.Part)) }

// Subject is the name as decisions keep it: the part, a colon, and the normalised
// name. No id has a colon, so that no name can imitate a part.
func (n Name) Subject() string { return string(n.Part) + ":" + n.Norm }

// ParseName reads what Subject writes.
func ParseName(subject string) (Name, error) {
	part, norm, ok := strings.Cut(subject, ":")
	if !ok || norm == "" || part != "" && !ValidID(part, DocumentKind) {
		return Name{}, fault.New(fault.Corrupt, "graph.ParseName", subject, "not a name that was decided on", "")
	}
	return Name{norm, ID(part)}, nil
}
