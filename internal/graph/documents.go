package graph

import (
	"slices"

	"grove/internal/fault"
)

// DocumentsQuery asks for documents. Where any of IDs, Sources, SourceIDs and
// Origins is given, a document that matches one of them is wanted; else all.
// Order: id. After and Limit page through.
type DocumentsQuery struct {
	IDs       []ID
	Sources   []string
	SourceIDs []string
	Origins   []string
	// After leaves out ids up to and including this one.
	After ID
	Limit int
}

// Check refuses a query beyond the bounds, and an empty name: a document without
// a source id or origin has none, and is not found by it.
func (q DocumentsQuery) Check() error {
	for _, names := range [][]string{q.Sources, q.SourceIDs, q.Origins} {
		if slices.Contains(names, "") {
			return fault.New(fault.Invalid, "graph.Documents", "", "an empty name", "name a source, source id or origin")
		}
	}
	return checkIDs("graph.Documents", len(q.IDs)+len(q.Sources)+len(q.SourceIDs)+len(q.Origins))
}
