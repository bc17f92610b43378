package graph

import (
	"cmp"
	"fmt"

	"grove/internal/fault"
)

// PathsQuery asks for the paths between two key elements over typed relations in either
// direction. A path visits no element twice. From each element it follows the first Fanout
// relations by support (descending), triple id and far end, counting self-loops and
// relations that lead back; only the last hop may take any relation. Each hop retains the
// first Beam open paths by weight (descending), then triple ids. Order: hops, weight
// (descending), triple ids. From = To gives nothing.
type PathsQuery struct {
	From, To ID
	// MaxHops is 1 to the constant MaxHops, its default.
	MaxHops int
	// Fanout and Beam are at most MaxRows; their defaults are DefaultFanout and DefaultBeam.
	Fanout, Beam int
	// Limit is the most paths returned; 0 is 20.
	Limit int
	// Scope is applied before Fanout and Beam: paths consist of relations stated within it.
	Scope Scope
}

// Bounded returns the query with its defaults filled in, or an Invalid error.
func (q PathsQuery) Bounded() (PathsQuery, error) {
	if q.MaxHops < 0 || q.MaxHops > MaxHops {
		return q, fault.New(fault.Invalid, "graph.Paths", fmt.Sprint(q.MaxHops),
			fmt.Sprintf("a path has 1 to %d hops", MaxHops), "")
	}
	if err := q.Scope.Check(); err != nil {
		return q, err
	}
	fill := func(n *int, d int) { *n = min(cmp.Or(max(*n, 0), d), MaxRows) }
	fill(&q.MaxHops, MaxHops)
	fill(&q.Fanout, DefaultFanout)
	fill(&q.Beam, DefaultBeam)
	fill(&q.Limit, 20)
	return q, nil
}

// Path is a chain of relations. Elements has one more entry than Triples;
// Triples[i] joins Elements[i] and Elements[i+1] in either direction.
type Path struct {
	Elements []ID
	Names    []string
	Triples  []Triple
	// Weight is the sum of the triples' supports.
	Weight int
}
