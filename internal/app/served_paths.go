package app

import (
	"context"

	"grove/internal/graph"
	"grove/web"
)

// Paths gives the paths between two elements.
func (s served) Paths(ctx context.Context, from, to string, maxHops, limit int) ([]web.Path, error) {
	const op = "app.Paths"
	head, err := s.element(ctx, op, from)
	if err != nil {
		return nil, err
	}
	tail, err := s.element(ctx, op, to)
	if err != nil {
		return nil, err
	}
	rows, err := s.store.Paths(ctx, graph.PathsQuery{From: head.ID, To: tail.ID, MaxHops: maxHops, Limit: limit})
	out := make([]web.Path, len(rows))
	for i, r := range rows {
		out[i] = web.Path{Elements: make([]web.PathElement, len(r.Elements)), Triples: list(r.Triples), Weight: r.Weight}
		for k, id := range r.Elements {
			out[i].Elements[k] = web.PathElement{ID: id, Name: r.Names[k]}
		}
	}
	return out, err
}
