package app

import (
	"context"

	"grove/internal/graph"
	"grove/internal/lookup"
	"grove/web"
)

// Paths gives the paths between two elements.
func (s served) Paths(ctx context.Context, q web.Between) (web.PathList, error) {
	const op = "app.Paths"
	head, err := lookup.Entity(ctx, s.store, op, q.From)
	if err != nil {
		return web.PathList{}, err
	}
	tail, err := lookup.Entity(ctx, s.store, op, q.To)
	if err != nil {
		return web.PathList{}, err
	}
	asked := graph.PathsQuery{From: head.ID, To: tail.ID, MaxHops: q.MaxHops, Limit: q.Limit, Scope: q.Scope}
	rows, err := s.store.Paths(ctx, asked)
	if err != nil {
		return web.PathList{}, err
	}
	out := make([]web.Path, len(rows))
	for i, r := range rows {
		out[i] = web.Path{Elements: make([]web.PathElement, len(r.Elements)), Triples: list(r.Triples), Weight: r.Weight}
		for k, id := range r.Elements {
			out[i].Elements[k] = web.PathElement{ID: id, Name: r.Names[k]}
		}
	}
	shown, err := s.shown(asked)
	return web.PathList{Paths: out, Shown: shown}, err
}
