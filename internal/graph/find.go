package graph

// FindQuery asks for key elements by id, by normalised name (that of the element,
// or of a name resolved to be of it, see KeyElement.OtherNorms), or by the start of
// the normalised name; an element that matches one of them is wanted. Where
// none is given nothing is found. Order: normalised name, id.
type FindQuery struct {
	IDs    []ID
	Norms  []string
	Prefix string
	Scope  Scope
	Limit  int
}

// Check refuses a query beyond the bounds.
func (q FindQuery) Check() error { return checked("graph.Find", q.Scope, len(q.IDs)+len(q.Norms)) }
