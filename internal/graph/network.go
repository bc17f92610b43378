package graph

import "slices"

// FactElements are the key elements that one fact is about: the weak ties between
// those of them that are entities, beside the triples. Which are is not looked up
// for each again: whoever reads a network has its entities.
type FactElements struct {
	Fact ID
	// Elements are at least two, sorted.
	Elements []ID
}

// Tied leaves out the facts that tie nothing: those about fewer than two elements.
func Tied(rows []FactElements) []FactElements {
	return slices.DeleteFunc(rows, func(f FactElements) bool { return len(f.Elements) < 2 })
}
