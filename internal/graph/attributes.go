package graph

// AttributesQuery asks for the attributes of entities. Order: entity id, key,
// value, id.
type AttributesQuery struct {
	Entities []ID
	Limit    int
}

// Check refuses a query beyond the bounds.
func (q AttributesQuery) Check() error { return checkIDs("graph.Attributes", len(q.Entities)) }
