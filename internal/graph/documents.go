package graph

import (
	"slices"

	"grove/internal/fault"
)

// DocumentsQuery asks for documents. Where any of IDs, Sources, SourceIDs, Origins
// and Titles is given, a document that matches one of them is wanted; else all. Of
// these, only those that Like and Scope let through.
// Order: id. After and Limit page through.
type DocumentsQuery struct {
	IDs       []ID
	Sources   []string
	SourceIDs []string
	Origins   []string
	// Titles have no index: all documents are gone through for them.
	Titles []string
	// Like is what the source begins with or the title contains, letter for letter;
	// "" lets all through.
	Like string
	// Scope leaves out the documents outside it.
	Scope Scope
	// After leaves out ids up to and including this one.
	After ID
	Limit int
}

// Narrowed is the same query with the documents of the scope named, where nothing
// else is: they are found by their ids then.
func (q DocumentsQuery) Narrowed() DocumentsQuery {
	if len(q.IDs)+len(q.Sources)+len(q.SourceIDs)+len(q.Origins)+len(q.Titles) == 0 {
		q.IDs = q.Scope.Documents
	}
	return q
}

// Check refuses a query beyond the bounds, and an empty name: a document without
// a source id or origin has none, and is not found by it.
func (q DocumentsQuery) Check() error {
	for _, names := range [][]string{q.Sources, q.SourceIDs, q.Origins, q.Titles} {
		if slices.Contains(names, "") {
			return fault.New(fault.Invalid, "graph.Documents", "", "an empty name", "name a source, source id, origin or title")
		}
	}
	return checked("graph.Documents", q.Scope, len(q.IDs)+len(q.Sources)+len(q.SourceIDs)+len(q.Origins)+len(q.Titles))
}
