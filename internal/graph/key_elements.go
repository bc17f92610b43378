package graph

// KeyElementsQuery asks for the key elements of facts. Order: fact id, element id.
type KeyElementsQuery struct {
	Facts []ID
	Limit int
}

// Check refuses a query beyond the bounds.
func (q KeyElementsQuery) Check() error { return checkIDs("graph.KeyElements", len(q.Facts)) }

// KeyElementRow is a key element that a fact is about.
type KeyElementRow struct {
	Fact ID
	KeyElement
}
