package app

import (
	"cmp"
	"context"
	"slices"

	"grove/internal/graph"
	"grove/web"
)

const (
	// widest is how many relations of one element are looked at.
	widest = 100
	// sharesFacts is what an edge is called that stands for shared facts.
	sharesFacts = "SHARES_FACTS"
)

// walk is a neighbourhood while it grows.
type walk struct {
	reader graph.Reader
	asked  web.Around
	// depth has the elements that were taken, edges what was seen between any two.
	depth map[graph.ID]int
	edges []web.Edge
	cut   bool
}

// Neighbourhood gives what is around elements, nearest first and of equals the best
// supported, from one state of the graph.
func (s served) Neighbourhood(ctx context.Context, q web.Around) (web.Subgraph, error) {
	reader, release, err := s.store.Snapshot(ctx)
	if err != nil {
		return web.Subgraph{}, err
	}
	defer release()
	w := walk{reader: reader, asked: q, depth: map[graph.ID]int{}}
	var border []graph.ID
	for _, seed := range q.Seeds {
		e, err := s.element(ctx, "app.Neighbourhood", seed)
		if err != nil {
			return web.Subgraph{}, err
		}
		w.depth[e.ID] = 0
		border = append(border, e.ID)
	}
	for hop := 1; hop <= q.Depth && len(border) > 0; hop++ {
		edges, err := w.from(ctx, border)
		if err != nil {
			return web.Subgraph{}, err
		}
		w.edges = append(w.edges, edges...)
		border = w.take(edges, hop)
	}
	// What the last ones have among each other.
	last, err := w.from(ctx, border)
	if err != nil {
		return web.Subgraph{}, err
	}
	w.edges = append(w.edges, last...)
	return w.drawn(ctx)
}

// from gives the edges of elements.
func (w *walk) from(ctx context.Context, border []graph.ID) ([]web.Edge, error) {
	if w.asked.Facts {
		return w.shared(ctx, border)
	}
	var out []web.Edge
	for ids := range slices.Chunk(border, graph.MaxRows/widest) {
		rows, err := w.reader.Relations(ctx, graph.RelationsQuery{Elements: ids, Fanout: widest + 1})
		if err != nil {
			return nil, err
		}
		seen := map[graph.ID]int{}
		for _, r := range rows {
			if seen[r.Element]++; seen[r.Element] > widest {
				w.cut = true
				continue
			}
			out = append(out, web.Edge{ID: r.ID, Head: r.Head, Relation: r.Relation, Tail: r.Tail, Support: r.Support})
		}
	}
	return out, nil
}

// shared gives the edges to elements that share facts. Its ends are in the order of
// their ids: sharing has no direction.
func (w *walk) shared(ctx context.Context, border []graph.ID) ([]web.Edge, error) {
	var out []web.Edge
	for _, id := range border {
		rows, err := w.reader.Neighbours(ctx, graph.NeighboursQuery{Element: id, Limit: widest + 1})
		if err != nil {
			return nil, err
		}
		if len(rows) > widest {
			w.cut, rows = true, rows[:widest]
		}
		for _, r := range rows {
			out = append(out, web.Edge{Head: min(id, r.ID), Relation: sharesFacts, Tail: max(id, r.ID), Support: r.Shared})
		}
	}
	return out, nil
}

// take takes the new ends of edges up to the limit, the best supported first, and
// gives those.
func (w *walk) take(edges []web.Edge, hop int) []graph.ID {
	support := map[graph.ID]int{}
	var found []graph.ID
	for _, e := range edges {
		for _, id := range []graph.ID{e.Head, e.Tail} {
			if _, known := w.depth[id]; known {
				continue
			}
			if support[id] == 0 {
				found = append(found, id)
			}
			support[id] = max(support[id], e.Support, 1)
		}
	}
	slices.SortFunc(found, func(x, y graph.ID) int { return cmp.Or(support[y]-support[x], cmp.Compare(x, y)) })
	if room := max(w.asked.Limit-len(w.depth), 0); len(found) > room {
		w.cut, found = true, found[:room]
	}
	for _, id := range found {
		w.depth[id] = hop
	}
	return found
}

// drawn is the neighbourhood with the elements themselves.
func (w *walk) drawn(ctx context.Context) (web.Subgraph, error) {
	out := web.Subgraph{Nodes: []web.Node{}, Edges: []web.Edge{}, Cut: w.cut}
	ids := make([]graph.ID, 0, len(w.depth))
	for id := range w.depth {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	rows, err := w.reader.Find(ctx, graph.FindQuery{IDs: ids, Limit: len(ids)})
	if err != nil {
		return out, err
	}
	for _, e := range elements(rows) {
		out.Nodes = append(out.Nodes, web.Node{KeyElement: e, Depth: w.depth[e.ID]})
	}
	slices.SortFunc(out.Nodes, func(x, y web.Node) int {
		return cmp.Or(x.Depth-y.Depth, y.Support-x.Support, cmp.Compare(x.ID, y.ID))
	})
	for _, e := range w.edges {
		_, head := w.depth[e.Head]
		if _, tail := w.depth[e.Tail]; head && tail {
			out.Edges = append(out.Edges, e)
		}
	}
	slices.SortFunc(out.Edges, func(x, y web.Edge) int {
		return cmp.Or(y.Support-x.Support, cmp.Compare(x.ID, y.ID), cmp.Compare(x.Head, y.Head), cmp.Compare(x.Tail, y.Tail))
	})
	out.Edges = slices.Compact(out.Edges)
	return out, nil
}
