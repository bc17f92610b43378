package graph

import "slices"

// FindQuery asks for key elements by id, by normalised name (that of the element,
// or of a name resolved to be of it, see KeyElement.OtherNorms), or by the start of
// the normalised name; an element that matches one of them is wanted. Where
// none is given nothing is found. Order: normalised name, id.
type FindQuery struct {
	IDs    []ID
	Norms  []string
	Prefix string
	Scope  Scope
	Limit  int
}

// Possible is the query without the normalised names and the prefix that no element
// can have, being longer than MaxLookupBytes, which an index may refuse to look for.
func (q FindQuery) Possible() FindQuery {
	tooLong := func(norm string) bool { return len(norm) > MaxLookupBytes }
	q.Norms = slices.DeleteFunc(slices.Clone(q.Norms), tooLong)
	if tooLong(q.Prefix) {
		q.Prefix = ""
	}
	return q
}

// Check refuses a query beyond the bounds.
func (q FindQuery) Check() error { return checked("graph.Find", q.Scope, len(q.IDs)+len(q.Norms)) }
