package browse

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"grove/cypher"
	"grove/internal/graph"
	"grove/internal/lookup"
)

// NeighbourhoodQuery is a query for the elements near some seeds.
type NeighbourhoodQuery struct {
	// Seeds are ids or names (see lookup.Entity).
	Seeds []string
	// Depth is the maximum number of hops, Limit the maximum number of elements.
	Depth, Limit int
	// Facts follows shared facts instead of typed relations.
	Facts bool
	// Types restricts the elements other than the seeds, Relations the relations that are
	// followed; empty allows all.
	Types, Relations []string
	// Scope restricts the evidence to some documents.
	Scope graph.Scope
}

// Subgraph is a part of the graph.
type Subgraph struct {
	// Nodes are ordered by their distance from the seeds, then by support and id.
	Nodes []Node `json:"nodes"`
	Edges []Edge `json:"edges"`
	// Total counts the elements found, and the edges between those in Nodes.
	Total Total `json:"total"`
	// Cut reports that the limit omitted something. Hubs are the elements with more edges
	// than were read; Total counts only the edges read.
	Cut  bool       `json:"cut"`
	Hubs []graph.ID `json:"hubs"`
	Rendering
}

// Node is an element in a part of the graph.
type Node struct {
	graph.KeyElement
	// Depth is its distance from the nearest seed, in hops.
	Depth int `json:"depth"`
}

// Edge joins two nodes. It is a typed relation with the triple's id, or stands for the
// facts that both nodes share (SHARES_FACTS), without an id.
type Edge struct {
	ID       graph.ID `json:"id"`
	Head     graph.ID `json:"head"`
	Relation string   `json:"relation"`
	Tail     graph.ID `json:"tail"`
	// Support is the number of chunks that state the relation, or of shared facts.
	Support int `json:"support"`
}

const (
	// minFanout and maxFanout bound the number of relations read for one element.
	minFanout = 100
	maxFanout = 2000
	// sharesFacts is the relation of an edge for shared facts.
	sharesFacts = "SHARES_FACTS"
)

// walk is the state of a breadth-first search.
type walk struct {
	reader graph.Reader
	query  NeighbourhoodQuery
	// depth has the selected elements, edges the edges found between any two elements.
	depth map[graph.ID]int
	edges []Edge
	// found has all elements found; omitted reports that some were not selected; hubs have
	// more edges than were read.
	found   map[graph.ID]bool
	omitted bool
	hubs    map[graph.ID]bool
}

func newWalk(r graph.Reader, q NeighbourhoodQuery) *walk {
	return &walk{reader: r, query: q, depth: map[graph.ID]int{}, found: map[graph.ID]bool{}, hubs: map[graph.ID]bool{}}
}

// cut reports whether elements or edges were omitted.
func (w *walk) cut() bool { return w.omitted || len(w.hubs) > 0 }

// Neighbourhood returns the elements near some seeds from one state of the graph: the
// nearest first, and at the same distance those with the most support.
func (b *Browser) Neighbourhood(ctx context.Context, q NeighbourhoodQuery) (Subgraph, error) {
	reader, release, err := b.store.Snapshot(ctx)
	if err != nil {
		return Subgraph{}, err
	}
	defer release()
	w := newWalk(reader, q)
	var frontier []graph.ID
	for _, seed := range q.Seeds {
		e, err := lookup.Entity(ctx, reader, "browse.Neighbourhood", seed)
		if err != nil {
			return Subgraph{}, err
		}
		if w.found[e.ID] {
			continue // named twice
		}
		w.depth[e.ID], w.found[e.ID] = 0, true
		frontier = append(frontier, e.ID)
	}
	for hop := 1; hop <= q.Depth && len(frontier) > 0; hop++ {
		edges, err := w.edgesOf(ctx, frontier)
		if err != nil {
			return Subgraph{}, err
		}
		w.edges = append(w.edges, edges...)
		if frontier, err = w.take(ctx, edges, hop); err != nil {
			return Subgraph{}, err
		}
	}
	// The edges among the last frontier.
	last, err := w.edgesOf(ctx, frontier)
	if err != nil {
		return Subgraph{}, err
	}
	w.edges = append(w.edges, last...)
	out, err := w.subgraph(ctx)
	if err != nil {
		return Subgraph{}, err
	}
	out.Rendering, err = b.render(cypher.Drawing{Elements: slices.Sorted(maps.Keys(w.depth)), Facts: q.Facts})
	return out, err
}

// edgesOf returns the edges of elements.
func (w *walk) edgesOf(ctx context.Context, ids []graph.ID) ([]Edge, error) {
	if w.query.Facts {
		return w.sharedFacts(ctx, ids)
	}
	fanout := minFanout
	if len(ids) > 0 {
		fanout = min(max(graph.MaxRows/len(ids)-1, minFanout), maxFanout)
	}
	var out []Edge
	for some := range slices.Chunk(ids, max(graph.MaxRows/(fanout+1), 1)) {
		q := graph.RelationsQuery{Elements: some, Relations: w.query.Relations, Fanout: fanout + 1, Scope: w.query.Scope}
		rows, err := w.reader.Relations(ctx, q)
		if err != nil {
			return nil, err
		}
		read := map[graph.ID]int{}
		for _, r := range rows {
			if read[r.Element]++; read[r.Element] > fanout {
				w.hubs[r.Element] = true
				continue
			}
			out = append(out, Edge{ID: r.ID, Head: r.Head, Relation: r.Relation, Tail: r.Tail, Support: r.Support})
		}
	}
	return out, nil
}

// sharedFacts returns the edges to elements that share facts with some. Sharing has no
// direction: the head is the smaller id.
func (w *walk) sharedFacts(ctx context.Context, ids []graph.ID) ([]Edge, error) {
	var out []Edge
	for _, id := range ids {
		rows, err := w.reader.Neighbours(ctx, graph.NeighboursQuery{Element: id, Limit: minFanout + 1, Scope: w.query.Scope})
		if err != nil {
			return nil, err
		}
		if len(rows) > minFanout {
			w.hubs[id] = true
			rows = rows[:minFanout]
		}
		for _, r := range rows {
			out = append(out, Edge{Head: min(id, r.ID), Relation: sharesFacts, Tail: max(id, r.ID), Support: r.Shared})
		}
	}
	return out, nil
}

// take selects the new ends of edges up to the limit, those with the most support first,
// and returns them.
func (w *walk) take(ctx context.Context, edges []Edge, hop int) ([]graph.ID, error) {
	support := map[graph.ID]int{}
	var ends []graph.ID
	for _, e := range edges {
		for _, id := range []graph.ID{e.Head, e.Tail} {
			if _, taken := w.depth[id]; taken {
				continue
			}
			if support[id] == 0 {
				ends = append(ends, id)
			}
			support[id] = max(support[id], e.Support, 1)
		}
	}
	ends, err := w.ofTypes(ctx, ends)
	if err != nil {
		return nil, err
	}
	for _, id := range ends {
		w.found[id] = true
	}
	slices.SortFunc(ends, func(x, y graph.ID) int { return cmp.Or(support[y]-support[x], cmp.Compare(x, y)) })
	if free := max(w.query.Limit-len(w.depth), 0); len(ends) > free {
		w.omitted, ends = true, ends[:free]
	}
	for _, id := range ends {
		w.depth[id] = hop
	}
	return ends, nil
}

// ofTypes returns the elements that are of the types of the query.
func (w *walk) ofTypes(ctx context.Context, ids []graph.ID) ([]graph.ID, error) {
	if len(w.query.Types) == 0 {
		return ids, nil
	}
	rows, err := findElements(ctx, w.reader, ids, w.query.Scope)
	var out []graph.ID
	for _, e := range rows {
		if slices.Contains(w.query.Types, e.Type) {
			out = append(out, e.ID)
		}
	}
	return out, err
}

// subgraph returns the selected elements and their edges, without elements that no
// document of the scope mentions, such as a seed from another document.
func (w *walk) subgraph(ctx context.Context) (Subgraph, error) {
	rows, err := findElements(ctx, w.reader, slices.Sorted(maps.Keys(w.depth)), w.query.Scope)
	if err != nil {
		return Subgraph{}, err
	}
	out := Subgraph{Nodes: []Node{}, Cut: w.cut(), Hubs: graph.List(slices.Sorted(maps.Keys(w.hubs)))}
	depth := map[graph.ID]int{}
	for _, e := range elements(rows) {
		depth[e.ID] = w.depth[e.ID]
		out.Nodes = append(out.Nodes, Node{KeyElement: e, Depth: depth[e.ID]})
	}
	outside := len(w.depth) - len(depth)
	w.depth = depth
	out.Edges = w.among(w.edges)
	out.Total = Total{Nodes: len(w.found) - outside, Edges: len(out.Edges)}
	slices.SortFunc(out.Nodes, func(x, y Node) int {
		return cmp.Or(x.Depth-y.Depth, y.Support-x.Support, cmp.Compare(x.ID, y.ID))
	})
	return out, nil
}

// among returns the edges between selected elements, each once, the most supported first.
func (w *walk) among(edges []Edge) []Edge {
	out := []Edge{}
	for _, e := range edges {
		_, head := w.depth[e.Head]
		if _, tail := w.depth[e.Tail]; head && tail {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(x, y Edge) int {
		return cmp.Or(y.Support-x.Support, cmp.Compare(x.ID, y.ID), cmp.Compare(x.Head, y.Head), cmp.Compare(x.Tail, y.Tail))
	})
	return slices.Compact(out)
}

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
