// Package alias decides which names are of one and the same thing: "Mr.
// Sherlock Holmes", "Sherlock Holmes" and "Holmes", "IBM" and "International
// Business Machines", "王明先生" and "王明".
//
// It works in three steps, each a pure function:
//
//  1. [Decide] judges two names by their profiles alone.
//  2. A [Set] looks at pairs that share a key (a word, an acronym, ...), never
//     at all pairs, and lets the shorter name join the fuller one. A short name
//     that could stand for two things joins neither, and names that contradict
//     each other never come together, not even by way of a third.
//  3. What people decided, or a model that they asked ([Decision]), overrules it.
//
// What stays open ([Set.Grey]) is joined by nothing here: package identity puts it in
// order by what the graph says of both, for a person or a model to decide.
//
// The outcome depends on the set of profiles and decisions, never on the order
// in which they came: [Set.Update] gives what [NewSet] gives for everything.
// No decision uses floating point. A cluster is known by its smallest id.
package alias

import (
	"grove/internal/graph"
)

// Profile is a name and what is known of it.
type Profile struct {
	// ID is the key element's.
	ID graph.ID
	// Norm is the normalised name, as [text.Normalise] gives it.
	Norm string
	// Name is the name as written most often. It tells an acronym from a word.
	Name string
	// Type is the schema type, or "" for none.
	Type string
	// Part tells the parts apart into which a person split one name; it is ""
	// for a whole one. Parts are never joined but by a person.
	Part string
	// Documents are where the name is mentioned, sorted, each once. A short name
	// joins a fuller one only if it is not mentioned where the fuller one is
	// missing. None means that all names are of one text; give them for every
	// profile of a set or for none.
	Documents []graph.ID
}

// Verdict is what two profiles say about being of one thing.
type Verdict int8

const (
	// Unlike means that nothing speaks for one identity. It is the zero Verdict.
	Unlike Verdict = iota
	// Different means that something speaks against it; such names are never in
	// one cluster, unless a person says so.
	Different
	// Grey means that it can't be told from the names.
	Grey
	// Same means that one name is a form of the other, so far as two profiles
	// tell. Whether a short form has one meaning only, the Set knows.
	Same
)

// String returns the verdict in a word.
func (v Verdict) String() string {
	return [...]string{"unlike", "different", "grey", "same"}[v]
}

// Judgement is a verdict on a pair and why.
type Judgement struct {
	Verdict Verdict
	// Reason is a short phrase such as "title dropped"; "" for Unlike.
	Reason string
	// short tells that one name is an incomplete form of the other and needs
	// documents in common.
	short bool
	// titled tells of a short form that has the fuller one's title.
	titled bool
	// rival tells of a Grey pair that the shorter name may well mean the fuller
	// one, so that it can't be said to mean another.
	rival bool
}

// Decide judges two names by their profiles alone. It is symmetric.
//
// A short form is Same only if it is mentioned nowhere without the fuller form;
// where the two share some documents only it is Grey, where none, Unlike.
func Decide(a, b Profile) Judgement {
	x, y := newForm(a), newForm(b)
	j := relate(x, y)
	if j.Verdict == Same && j.short {
		shorter, fuller := a, b
		if before(x, y) {
			shorter, fuller = b, a
		}
		switch some, all := overlap(shorter.Documents, fuller.Documents); {
		case !some:
			return Judgement{}
		case !all:
			return Judgement{Verdict: Grey, Reason: j.Reason, short: true}
		}
	}
	return j
}

// overlap reports whether some and whether all of a are in b. Both are sorted; an
// unknown (empty) list is in everything and holds everything.
func overlap(a, b []graph.ID) (some, all bool) {
	if len(a) == 0 || len(b) == 0 {
		return true, true
	}
	all = true
	for _, id := range a {
		for len(b) > 0 && b[0] < id {
			b = b[1:]
		}
		if len(b) > 0 && b[0] == id {
			some = true
		} else {
			all = false
		}
	}
	return some, all
}
