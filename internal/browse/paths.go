package browse

import (
	"context"

	"grove/internal/graph"
	"grove/internal/lookup"
)

// Path is a chain of relations: Triples[i] joins Elements[i] and Elements[i+1], in
// either direction.
type Path struct {
	Elements []ElementRef   `json:"elements"`
	Triples  []graph.Triple `json:"triples"`
	// Weight is the sum of the supports of the triples.
	Weight int `json:"weight"`
}

// PathList is a list of the paths between two elements, the shortest first.
type PathList struct {
	Paths []Path `json:"paths"`
	Rendering
}

// Paths returns the paths of a query whose From and To are ids or names (see lookup.Entity).
func (b *Browser) Paths(ctx context.Context, q graph.PathsQuery) (PathList, error) {
	for _, end := range []*graph.ID{&q.From, &q.To} {
		e, err := lookup.Entity(ctx, b.store, "browse.Paths", string(*end))
		if err != nil {
			return PathList{}, err
		}
		*end = e.ID
	}
	rows, err := b.store.Paths(ctx, q)
	if err != nil {
		return PathList{}, err
	}
	out := PathList{Paths: make([]Path, len(rows))}
	for i, r := range rows {
		out.Paths[i] = Path{Elements: make([]ElementRef, len(r.Elements)), Triples: graph.List(r.Triples), Weight: r.Weight}
		for k, id := range r.Elements {
			out.Paths[i].Elements[k] = ElementRef{ID: id, Name: r.Names[k]}
		}
	}
	out.Rendering, err = b.render(q)
	return out, err
}
