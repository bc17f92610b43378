package graph

import (
	"context"
	"strconv"
	"strings"
	"time"

	"grove/internal/fault"
)

// The kinds of decisions about names. Their subjects are names (see Name.Subject).
const (
	// MergeDecision merges the elements of names into one.
	MergeDecision = "merge"
	// SplitDecision separates each name from its element. A name with a part stands for
	// its mentions in one document.
	SplitDecision = "split"
	// ApartDecision keeps two names, and the elements that they belong to, distinct.
	ApartDecision = "apart"
	// ModelMergeDecision is a merge that a model decided, not a person.
	ModelMergeDecision = "model_merge"
	// AskedDecision records that a model found two names to be distinct. It changes
	// nothing in the graph, and keeps the model from being asked again.
	AskedDecision = "asked"
)

// AboutNames reports whether a decision of this kind has names as its subjects.
func AboutNames(kind string) bool {
	switch kind {
	case MergeDecision, SplitDecision, ApartDecision, ModelMergeDecision, AskedDecision:
		return true
	}
	return false
}

// ChangesGraph reports whether a decision of this kind changes the graph, so that adding or
// undoing it raises the change number.
func ChangesGraph(kind string) bool { return kind != AskedDecision }

// Decision is the verdict of a person or a model about the graph, such as that two names
// belong to one entity. It holds until it is undone; a later decision overrules an earlier
// one that contradicts it.
type Decision struct {
	ID ID `json:"id"`
	// Seq orders decisions: 1, 2, 3 ... in the order in which they were made.
	Seq int `json:"seq"`
	// Kind is the kind of verdict, such as "merge", "apart", "accept" or "reject".
	Kind string `json:"kind"`
	// Subjects are the ids or names that the verdict is about, depending on the kind.
	Subjects []string `json:"subjects"`
	// At is the time of the decision, to the second, in UTC. It is not exported.
	At time.Time `json:"-"`
}

// DecisionID returns the id of a decision, which follows from its place and content.
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

// DecisionReader reads decisions page after page.
type DecisionReader interface {
	Decisions(context.Context, DecisionsQuery) ([]Decision, error)
}

// AllDecisions reads all decisions of some kinds, in the order in which they were made.
func AllDecisions(ctx context.Context, r DecisionReader, kinds ...string) ([]Decision, error) {
	var out []Decision
	q := DecisionsQuery{Kinds: kinds, Limit: MaxRows}
	for {
		page, err := r.Decisions(ctx, q)
		if err != nil {
			return nil, err
		}
		if out = append(out, page...); len(page) < q.Limit {
			return out, nil
		}
		q.After = page[len(page)-1].Seq
	}
}

// Name is a normalised name, or a part of it: its mentions in one document, after a person
// decided that they mean something else.
type Name struct {
	// Norm is the normalised name.
	Norm string
	// Part is the document's id, "" for the whole name.
	Part ID
}

// ID returns the id of the key element that the name has by itself.
func (n Name) ID() ID { return KeyElementID(n.Norm, string(n.Part)) }

// Subject returns the name in the form of a decision's subject: the part, a colon, and the
// normalised name. No id has a colon, so that no name can imitate a part.
func (n Name) Subject() string { return string(n.Part) + ":" + n.Norm }

// ParseName parses the form that Subject returns.
func ParseName(subject string) (Name, error) {
	part, norm, ok := strings.Cut(subject, ":")
	if !ok || norm == "" || part != "" && !ValidID(part, DocumentKind) {
		return Name{}, fault.New(fault.Corrupt, "graph.ParseName", subject, "not the subject of a decision about names", "")
	}
	return Name{norm, ID(part)}, nil
}
