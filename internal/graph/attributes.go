package graph

// AttributesQuery asks for the attributes of entities. Order: entity id, key,
// value, id.
type AttributesQuery struct {
	Entities []ID
	Scope    Scope
	Limit    int
}

// Check returns an Invalid error for a query beyond the bounds.
func (q AttributesQuery) Check() error { return checked("graph.Attributes", q.Scope, len(q.Entities)) }
