package graph

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"grove/internal/lists"
	"grove/internal/text"
)

// KeyElementsQuery asks for the key elements of facts. Order: fact id, element id.
type KeyElementsQuery struct {
	Facts []ID
	Scope Scope
	Limit int
}

// Check returns an Invalid error for a query beyond the bounds.
func (q KeyElementsQuery) Check() error { return checked("graph.KeyElements", q.Scope, len(q.Facts)) }

// KeyElementRow is a key element that a fact is about.
type KeyElementRow struct {
	Fact ID
	KeyElement
}

// OtherNorms returns the normalised aliases other than Norm, sorted and without
// duplicates: the names that were resolved to this element, which is found by them too.
func (k KeyElement) OtherNorms() []string {
	var out []string
	for _, a := range k.Aliases {
		if norm := text.Normalise(a); norm != "" && norm != k.Norm {
			out = append(out, norm)
		}
	}
	return lists.Sorted(out)
}

// FullName returns the most complete name of the element: its caption or, if several names
// were resolved to it, the alias with the most words, then the most runes. The caption of a
// person is often the family name, as texts give the full name only once.
func (k KeyElement) FullName() string {
	if len(k.OtherNorms()) == 0 {
		return k.Name
	}
	return slices.MaxFunc(k.Aliases, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(strings.Fields(a)), len(strings.Fields(b))),
			cmp.Compare(utf8.RuneCountInString(a), utf8.RuneCountInString(b)), cmp.Compare(b, a))
	})
}
