package graph

import "slices"

// FactElements are the key elements of one fact. Those that are entities are weakly tied,
// in addition to their triples; the caller knows which are entities.
type FactElements struct {
	Fact ID
	// Elements are at least two, sorted.
	Elements []ID
}

// Tied returns the rows with at least two elements.
func Tied(rows []FactElements) []FactElements {
	return slices.DeleteFunc(rows, func(f FactElements) bool { return len(f.Elements) < 2 })
}
