package graph

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"grove/internal/text"
)

// KeyElementsQuery asks for the key elements of facts. Order: fact id, element id.
type KeyElementsQuery struct {
	Facts []ID
	Scope Scope
	Limit int
}

// Check refuses a query beyond the bounds.
func (q KeyElementsQuery) Check() error { return checked("graph.KeyElements", q.Scope, len(q.Facts)) }

// KeyElementRow is a key element that a fact is about.
type KeyElementRow struct {
	Fact ID
	KeyElement
}

// OtherNorms are the normal forms of the aliases beside Norm, sorted, each once:
// those of the names that were resolved to be of this element. It can be found by
// them too.
func (k KeyElement) OtherNorms() []string {
	var out []string
	for _, a := range k.Aliases {
		if norm := text.Normalise(a); norm != "" && norm != k.Norm {
			out = append(out, norm)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// FullName is what the element is best recognised by: its caption, or where
// several names are resolved to be of it, the alias with the most words, the
// longer one of these. A text that names somebody in full once and then by family
// name makes the family name the caption.
func (k KeyElement) FullName() string {
	if len(k.OtherNorms()) == 0 {
		return k.Name
	}
	return slices.MaxFunc(k.Aliases, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(strings.Fields(a)), len(strings.Fields(b))),
			cmp.Compare(utf8.RuneCountInString(a), utf8.RuneCountInString(b)), cmp.Compare(b, a))
	})
}
