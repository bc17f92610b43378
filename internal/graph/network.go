package graph

import "slices"

// FactEntities are the entities that one fact is about: the weak ties between
// them, beside the triples.
type FactEntities struct {
	Fact ID
	// Entities are at least two, sorted.
	Entities []ID
}

// Tied leaves out the facts that tie nothing: those about fewer than two entities.
func Tied(rows []FactEntities) []FactEntities {
	return slices.DeleteFunc(rows, func(f FactEntities) bool { return len(f.Entities) < 2 })
}
