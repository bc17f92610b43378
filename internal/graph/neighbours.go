package graph

// NeighboursQuery asks for the neighbours of a key element as GraphReader defines them:
// elements that share an atomic fact with it. Order: number of shared facts (descending), id.
type NeighboursQuery struct {
	Element ID
	Scope   Scope
	Limit   int
}

// Check returns an Invalid error for a query beyond the bounds.
func (q NeighboursQuery) Check() error { return q.Scope.Check() }

// Neighbour is a key element and the number of facts it shares.
type Neighbour struct {
	KeyElement
	Shared int
}
