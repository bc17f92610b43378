package graph

import "cmp"

// Direction is the end of a relation that an element must be.
type Direction string

// The directions of a RelationsQuery.
const (
	Both     Direction = ""
	Outgoing Direction = "out"
	Incoming Direction = "in"
)

// RelationsQuery asks for the typed relations of key elements. Order: element
// id, support (descending), triple id; at most Fanout relations of each element
// (0: DefaultFanout). A relation between two queried elements gives two rows; a
// self-loop gives one.
type RelationsQuery struct {
	Elements []ID
	// Relations are the relation types to select, in UPPER_SNAKE; none is all.
	Relations []string
	Direction Direction
	Fanout    int
	// Scope is applied before Fanout: support and order are those within it.
	Scope Scope
}

// PerElement is the number of relations of each element that the query gives at most.
func (q RelationsQuery) PerElement() int {
	return min(cmp.Or(max(q.Fanout, 0), DefaultFanout), MaxRows)
}

// Check returns an Invalid error for a query beyond the bounds, or with an invalid relation.
func (q RelationsQuery) Check() error {
	for _, r := range q.Relations {
		if err := CheckName("relation", r); err != nil {
			return err
		}
	}
	return checked("graph.Relations", q.Scope, len(q.Elements)+len(q.Relations))
}

// RelationRow is one typed relation seen from Element; Other is the far end.
type RelationRow struct {
	Element ID
	Triple
	HeadName, TailName string
}

// Other returns the end that is not Element (Element itself for a self-loop).
func (r RelationRow) Other() ID {
	if r.Head == r.Element {
		return r.Tail
	}
	return r.Head
}
