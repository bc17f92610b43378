// Package alias clusters names that refer to the same entity: "Mr. Sherlock
// Holmes", "Sherlock Holmes" and "Holmes", "IBM" and "International Business
// Machines", "王明先生" and "王明".
//
// It works in three steps, each a pure function:
//
//  1. Two names are judged by their forms alone ([Judgement]).
//  2. A [Set] compares only names that share a blocking key (a word, an acronym, ...)
//     and adds the shorter name to the cluster of the fuller one. A short name that
//     matches two entities joins neither, and contradictory names are never in one
//     cluster, not even through a third name.
//  3. What documents say of two names ([Claim]) overrides the rules, and decisions of people and of models ([Decision])
//     override both.
//
// Undecided pairs ([Set.Grey]) are not merged: package identity ranks them by what the
// graph has about both, for a person or a model to decide.
//
// The result depends on the sets of profiles, claims and decisions, not on their order.
// No decision uses floating point. The representative of a cluster is its smallest id.
package alias

import (
	"grove/internal/graph"
)

// Profile is a name with the evidence about it.
type Profile struct {
	// ID is the id of the key element.
	ID graph.ID
	// Norm is the normalised name, as [text.Normalise] gives it.
	Norm string
	// Name is the most frequent spelling, which distinguishes acronyms from words.
	Name string
	// Type is the schema type, or "" for none.
	Type string
	// Part distinguishes the parts into which a person split one name; "" is a name
	// that was not split. Only a person's decision merges parts.
	Part string
	// Documents are the documents that mention the name, sorted and distinct. A short
	// name joins a fuller one only if every document with it has the fuller one too.
	// Set them for every profile of a set or for none: then all names are of one text.
	Documents []graph.ID
}

// Verdict is the result of comparing two names.
type Verdict int8

const (
	// Unlike is the zero Verdict: there is no evidence for the same entity.
	Unlike Verdict = iota
	// Different means evidence against it: only a person's decision puts such names
	// into one cluster.
	Different
	// Grey means that the names leave it undecided.
	Grey
	// Same means that one name is a form of the other. Whether a short form is
	// unambiguous is decided by the Set.
	Same
)

// String returns the verdict in lower case.
func (v Verdict) String() string {
	return [...]string{"unlike", "different", "grey", "same"}[v]
}

// Judgement is the verdict on a pair of names, with its reason.
type Judgement struct {
	Verdict Verdict
	// Reason is a short phrase such as "title dropped"; "" for Unlike.
	Reason string
	// short is true where one name is an incomplete form of the other, so that they
	// must share documents.
	short bool
	// titled is true for a short form with the title of the fuller one.
	titled bool
	// rival is true for a Grey pair whose shorter name may mean the fuller one, so
	// that it is ambiguous with respect to others.
	rival bool
}

// overlap reports whether some and whether all of a are in b, which are both sorted. An
// empty list stands for all documents.
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
