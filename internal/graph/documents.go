package graph

import (
	"slices"

	"grove/internal/fault"
)

// DocumentsQuery asks for documents. If any of IDs, Sources, SourceIDs, Origins and Titles
// is given, a document must match one of them; Like and Scope filter the result.
// Order: id. After and Limit select a page.
type DocumentsQuery struct {
	IDs       []ID
	Sources   []string
	SourceIDs []string
	Origins   []string
	// Titles have no index: they cost a scan of all documents.
	Titles []string
	// Like is a prefix of the source or a part of the title, case-sensitive; "" matches all.
	Like string
	// GistsDue leaves out documents whose episodes are those that are wanted, and partial ones.
	GistsDue bool
	// Scope leaves out the documents outside it.
	Scope Scope
	// After leaves out ids up to and including this one.
	After ID
	Limit int
}

// Narrowed returns the query with the documents of the scope as IDs, if it selects by
// nothing else: they are found by an index then.
func (q DocumentsQuery) Narrowed() DocumentsQuery {
	if len(q.IDs)+len(q.Sources)+len(q.SourceIDs)+len(q.Origins)+len(q.Titles) == 0 {
		q.IDs = q.Scope.Documents
	}
	return q
}

// Check returns an Invalid error for a query beyond the bounds, or with an empty name:
// documents without a source id or origin cannot be found by it.
func (q DocumentsQuery) Check() error {
	for _, names := range [][]string{q.Sources, q.SourceIDs, q.Origins, q.Titles} {
		if slices.Contains(names, "") {
			return fault.New(fault.Invalid, "graph.Documents", "", "an empty name", "name a source, source id, origin or title")
		}
	}
	return checked("graph.Documents", q.Scope, len(q.IDs)+len(q.Sources)+len(q.SourceIDs)+len(q.Origins)+len(q.Titles))
}
