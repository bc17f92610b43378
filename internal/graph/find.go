package graph

import "slices"

// FindQuery asks for the key elements that match one of the ids, normalised names (Norm or
// KeyElement.OtherNorms), or the prefix of a normalised name. Without any of them nothing is
// found. Order: normalised name, id.
type FindQuery struct {
	IDs    []ID
	Norms  []string
	Prefix string
	Scope  Scope
	Limit  int
}

// Possible returns the query without names and prefixes longer than MaxLookupBytes, which
// no element has and an index may refuse.
func (q FindQuery) Possible() FindQuery {
	tooLong := func(norm string) bool { return len(norm) > MaxLookupBytes }
	q.Norms = slices.DeleteFunc(slices.Clone(q.Norms), tooLong)
	if tooLong(q.Prefix) {
		q.Prefix = ""
	}
	return q
}

// Check returns an Invalid error for a query beyond the bounds.
func (q FindQuery) Check() error { return checked("graph.Find", q.Scope, len(q.IDs)+len(q.Norms)) }
