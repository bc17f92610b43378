package graph

import (
	"fmt"

	"grove/internal/fault"
)

// PathsQuery asks for the paths over typed relations, in either direction,
// between two key elements. A path visits no element twice. From one element
// it tries the first Fanout relations by support (descending), triple id, far
// end (self-loops and relations that lead back take up their places); only the
// last hop may take any relation. Each hop keeps the first Beam open paths by
// weight (the sum of supports, descending), then triple ids.
// Order: hops, weight (descending), triple ids. From = To gives nothing.
type PathsQuery struct {
	From, To ID
	// MaxHops is 1 to MaxHops; 0 reads as MaxHops.
	MaxHops int
	// Fanout and Beam: 0 reads as the default, more than MaxRows as MaxRows.
	Fanout, Beam int
	// Limit is the most paths returned, 0 reads as 20.
	Limit int
	// Scope counts before fan-out and beam: a path is of relations stated within it.
	Scope Scope
}

// Bounded gives the query with its defaults filled in, or refuses it.
func (q PathsQuery) Bounded() (PathsQuery, error) {
	if q.MaxHops < 0 || q.MaxHops > MaxHops {
		return q, fault.New(fault.Invalid, "graph.Paths", fmt.Sprint(q.MaxHops),
			fmt.Sprintf("a path has 1 to %d hops", MaxHops), "")
	}
	if err := q.Scope.Check(); err != nil {
		return q, err
	}
	fill := func(n *int, d int) {
		if *n <= 0 {
			*n = d
		}
		*n = min(*n, MaxRows)
	}
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
