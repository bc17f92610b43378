package app

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"grove/cypher"
	"grove/internal/graph"
	"grove/internal/lookup"
	"grove/web"
)

const (
	// widest is how many relations of one element are looked at, where there is no
	// room for more in one query, and widestAlone where there is.
	widest      = 100
	widestAlone = 2000
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
	// met has the elements that were seen, left is true where some were not taken, and
	// hubs have more edges than were looked at.
	met  map[graph.ID]bool
	left bool
	hubs map[graph.ID]bool
}

// cut tells that there is more than was taken.
func (w *walk) cut() bool { return w.left || len(w.hubs) > 0 }

// hub notes an element with more edges than are looked at.
func (w *walk) hub(id graph.ID) {
	if w.hubs == nil {
		w.hubs = map[graph.ID]bool{}
	}
	w.hubs[id] = true
}

// Neighbourhood gives what is around elements, nearest first and of equals the best
// supported, from one state of the graph.
func (s served) Neighbourhood(ctx context.Context, q web.Around) (web.Subgraph, error) {
	reader, release, err := s.store.Snapshot(ctx)
	if err != nil {
		return web.Subgraph{}, err
	}
	defer release()
	w := walk{reader: reader, asked: q, depth: map[graph.ID]int{}, met: map[graph.ID]bool{}}
	var border []graph.ID
	for _, seed := range q.Seeds {
		e, err := lookup.Entity(ctx, reader, "app.Neighbourhood", seed)
		if err != nil {
			return web.Subgraph{}, err
		}
		if w.met[e.ID] {
			continue // named twice
		}
		w.depth[e.ID], w.met[e.ID] = 0, true
		border = append(border, e.ID)
	}
	for hop := 1; hop <= q.Depth && len(border) > 0; hop++ {
		edges, err := w.from(ctx, border)
		if err != nil {
			return web.Subgraph{}, err
		}
		w.edges = append(w.edges, edges...)
		if border, err = w.take(ctx, edges, hop); err != nil {
			return web.Subgraph{}, err
		}
	}
	// What the last ones have among each other.
	last, err := w.from(ctx, border)
	if err != nil {
		return web.Subgraph{}, err
	}
	w.edges = append(w.edges, last...)
	out, err := w.drawn(ctx)
	if err != nil {
		return web.Subgraph{}, err
	}
	out.Shown, err = s.shown(cypher.Drawing{Elements: slices.Sorted(maps.Keys(w.depth)), Facts: q.Facts})
	return out, err
}

// from gives the edges of elements.
func (w *walk) from(ctx context.Context, border []graph.ID) ([]web.Edge, error) {
	if w.asked.Facts {
		return w.shared(ctx, border)
	}
	wide := widest
	if len(border) > 0 {
		wide = min(max(graph.MaxRows/len(border)-1, widest), widestAlone)
	}
	var out []web.Edge
	for ids := range slices.Chunk(border, max(graph.MaxRows/(wide+1), 1)) {
		rows, err := w.reader.Relations(ctx, graph.RelationsQuery{Elements: ids, Relations: w.asked.Relations, Fanout: wide + 1, Scope: w.asked.Scope})
		if err != nil {
			return nil, err
		}
		seen := map[graph.ID]int{}
		for _, r := range rows {
			if seen[r.Element]++; seen[r.Element] > wide {
				w.hub(r.Element)
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
		rows, err := w.reader.Neighbours(ctx, graph.NeighboursQuery{Element: id, Limit: widest + 1, Scope: w.asked.Scope})
		if err != nil {
			return nil, err
		}
		if len(rows) > widest {
			w.hub(id)
			rows = rows[:widest]
		}
		for _, r := range rows {
			out = append(out, web.Edge{Head: min(id, r.ID), Relation: sharesFacts, Tail: max(id, r.ID), Support: r.Shared})
		}
	}
	return out, nil
}

// take takes the new ends of edges up to the limit, the best supported first, and
// gives those.
func (w *walk) take(ctx context.Context, edges []web.Edge, hop int) ([]graph.ID, error) {
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
	found, err := w.ofTypes(ctx, found)
	if err != nil {
		return nil, err
	}
	for _, id := range found {
		w.met[id] = true
	}
	slices.SortFunc(found, func(x, y graph.ID) int { return cmp.Or(support[y]-support[x], cmp.Compare(x, y)) })
	if room := max(w.asked.Limit-len(w.depth), 0); len(found) > room {
		w.left, found = true, found[:room]
	}
	for _, id := range found {
		w.depth[id] = hop
	}
	return found, nil
}

// ofTypes leaves the elements of the types that were asked for.
func (w *walk) ofTypes(ctx context.Context, ids []graph.ID) ([]graph.ID, error) {
	if len(w.asked.Types) == 0 {
		return ids, nil
	}
	rows, err := w.elements(ctx, ids)
	var out []graph.ID
	for _, e := range rows {
		if slices.Contains(w.asked.Types, e.Type) {
			out = append(out, e.ID)
		}
	}
	return out, err
}

// elements reads elements by their ids, with what counts in the scope; one that is
// not mentioned in it is left out.
func (w *walk) elements(ctx context.Context, ids []graph.ID) ([]graph.KeyElement, error) {
	var out []graph.KeyElement
	for some := range slices.Chunk(ids, graph.MaxIDs) {
		rows, err := w.reader.Find(ctx, graph.FindQuery{IDs: some, Scope: w.asked.Scope, Limit: len(some)})
		if err != nil {
			return nil, err
		}
		out = append(out, rows...)
	}
	return out, nil
}

// drawn is the neighbourhood with the elements themselves, without those that the
// scope does not mention, such as a seed from elsewhere.
func (w *walk) drawn(ctx context.Context) (web.Subgraph, error) {
	rows, err := w.elements(ctx, slices.Sorted(maps.Keys(w.depth)))
	if err != nil {
		return web.Subgraph{}, err
	}
	out := web.Subgraph{Nodes: []web.Node{}, Cut: w.cut(), Hubs: list(slices.Sorted(maps.Keys(w.hubs)))}
	depth := map[graph.ID]int{}
	for _, e := range elements(rows) {
		depth[e.ID] = w.depth[e.ID]
		out.Nodes = append(out.Nodes, web.Node{KeyElement: e, Depth: depth[e.ID]})
	}
	strangers := len(w.depth) - len(depth)
	w.depth = depth
	out.Edges = w.among(w.edges)
	out.Total = web.Total{Nodes: len(w.met) - strangers, Edges: len(out.Edges)}
	slices.SortFunc(out.Nodes, func(x, y web.Node) int {
		return cmp.Or(x.Depth-y.Depth, y.Support-x.Support, cmp.Compare(x.ID, y.ID))
	})
	return out, nil
}

// among are those of edges that join two elements that were taken, each once.
func (w *walk) among(edges []web.Edge) []web.Edge {
	out := []web.Edge{}
	for _, e := range edges {
		_, head := w.depth[e.Head]
		if _, tail := w.depth[e.Tail]; head && tail {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(x, y web.Edge) int {
		return cmp.Or(y.Support-x.Support, cmp.Compare(x.ID, y.ID), cmp.Compare(x.Head, y.Head), cmp.Compare(x.Tail, y.Tail))
	})
	return slices.Compact(out)
}
