package app

import (
	"cmp"
	"context"
	"slices"

	"grove/cypher"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/web"
)

// foldedNow gives the folded graph, and a reader of the state that it is of.
func (s served) foldedNow(ctx context.Context) (f *folded, g graph.Reader, release func(), err error) {
	if g, release, err = s.store.Snapshot(ctx); err != nil {
		return nil, nil, nil, err
	}
	if f, err = s.folding.of(ctx, g); err != nil {
		release()
		return nil, nil, nil, err
	}
	return f, g, release, nil
}

// Overview draws the communities of a level as nodes.
func (s served) Overview(ctx context.Context, n, limit, edges int) (web.Overview, error) {
	f, _, release, err := s.foldedNow(ctx)
	if err != nil {
		return web.Overview{}, err
	}
	release()
	l := f.level(n)
	out := web.Overview{Level: min(n, f.top()), Nodes: []web.CommunityNode{}, Edges: []web.CommunityEdge{},
		Total: web.Total{Nodes: len(l.nodes), Edges: len(l.ties)}, Entities: len(f.home), Outside: f.outside}
	if len(f.communities) > 0 {
		out.Levels = f.top() + 1
	}
	shown, ids := map[int32]bool{}, []graph.ID{}
	for _, place := range l.nodes[:min(len(l.nodes), limit)] {
		shown[place] = true
		out.Nodes = append(out.Nodes, f.node(place, l.within[place]))
		ids = append(ids, f.communities[place].ID)
	}
	for _, t := range l.ties {
		if len(out.Edges) == edges {
			break
		}
		if shown[t.low] && shown[t.high] {
			out.Edges = append(out.Edges, f.edge(t))
		}
	}
	out.Cut = len(out.Nodes) < out.Total.Nodes || len(out.Edges) < out.Total.Edges
	out.Shown, err = s.shown(cypher.Drawing{Communities: ids})
	return out, err
}

func (f *folded) node(place, within int32) web.CommunityNode {
	c := f.communities[place]
	return web.CommunityNode{ID: c.ID, Title: c.Title, Level: c.Level, Parent: c.Parent, Size: c.Size, Children: len(f.children[place]), Relations: int(within)}
}

func (f *folded) edge(t tie) web.CommunityEdge {
	a, b := f.communities[t.low].ID, f.communities[t.high].ID
	return web.CommunityEdge{Source: min(a, b), Target: max(a, b), Weight: int(t.weight)}
}

// shown is how a part of the graph is drawn in Neo4j Browser.
func (s served) shown(query any) (web.Shown, error) {
	st, err := cypher.Render(s.config.Workspace, query)
	return web.Shown{Cypher: st.Text, Params: st.Params}, err
}

// find gives the place of a community.
func (f *folded) find(id graph.ID) (int32, error) {
	place, there := f.at[id]
	if !there {
		return 0, fault.New(fault.NotFound, "app.Community", string(id), "there is no such community", "GET communities has them; they are made anew when the graph changes")
	}
	return place, nil
}

// Children lists the communities directly below one.
func (s served) Children(ctx context.Context, id graph.ID, from, limit int) ([]web.CommunityNode, int, error) {
	f, _, release, err := s.foldedNow(ctx)
	if err != nil {
		return nil, 0, err
	}
	release()
	place, err := f.find(id)
	if err != nil {
		return nil, 0, err
	}
	below := slices.Clone(f.children[place])
	slices.SortFunc(below, f.bySize)
	out := []web.CommunityNode{}
	for _, child := range below[min(from, len(below)):min(from+limit, len(below))] {
		out = append(out, f.node(child, f.within(child)))
	}
	return out, len(below), nil
}

// within counts the relations with both ends in a community.
func (f *folded) within(place int32) int32 { return f.level(f.communities[place].Level).within[place] }

// Members lists the entities of a community of level 0.
func (s served) Members(ctx context.Context, id, after graph.ID, limit int) ([]graph.KeyElement, error) {
	rows, err := s.store.Members(ctx, graph.MembersQuery{Community: id, After: after, Limit: limit})
	return elements(rows), err
}

// Unfold gives what is in a community.
func (s served) Unfold(ctx context.Context, q web.Unfold) (web.Unfolded, error) {
	f, g, release, err := s.foldedNow(ctx)
	if err != nil {
		return web.Unfolded{}, err
	}
	defer release()
	place, err := f.find(q.Community)
	if err != nil {
		return web.Unfolded{}, err
	}
	out := web.Unfolded{Community: f.node(place, f.within(place)), Members: []graph.KeyElement{}, Edges: []web.Edge{},
		Children: []web.CommunityNode{}, Between: []web.CommunityEdge{}, Across: []web.Across{}}
	if f.communities[place].Level > 0 {
		err = s.unfoldLarge(f, place, q, &out)
	} else {
		err = s.unfoldSmall(ctx, f, g, place, q, &out)
	}
	return out, err
}

// unfoldLarge draws the communities directly below a large one.
func (s served) unfoldLarge(f *folded, place int32, q web.Unfold, out *web.Unfolded) (err error) {
	below := slices.Clone(f.children[place])
	slices.SortFunc(below, f.bySize)
	shown, ids := map[int32]bool{}, []graph.ID{}
	for _, child := range below[:min(len(below), q.Limit)] {
		shown[child] = true
		ids = append(ids, f.communities[child].ID)
		out.Children = append(out.Children, f.node(child, f.within(child)))
	}
	between, across := map[[2]int32]int32{}, map[[2]int32]int{}
	for _, t := range f.ties {
		low, high := f.holds(place, t.low), f.holds(place, t.high)
		switch {
		case low && high:
			if a, b := f.below(place, t.low), f.below(place, t.high); a != b {
				between[[2]int32{min(a, b), max(a, b)}] += t.weight
			}
		case low:
			across[[2]int32{f.below(place, t.low), f.besides(t.high, place, q.Level)}] += int(t.weight)
		case high:
			across[[2]int32{f.below(place, t.high), f.besides(t.low, place, q.Level)}] += int(t.weight)
		}
	}
	out.Total = web.Total{Nodes: len(below), Edges: len(between)}
	for _, t := range tiesOf(between) {
		if shown[t.low] && shown[t.high] {
			out.Between = append(out.Between, f.edge(t))
		}
	}
	for pair, n := range across {
		if shown[pair[0]] {
			out.Across = append(out.Across, web.Across{From: f.communities[pair[0]].ID, To: f.communities[pair[1]].ID, Weight: n})
		}
	}
	sortAcross(out.Across)
	out.Cut = len(out.Children) < out.Total.Nodes
	out.Shown, err = s.shown(cypher.Drawing{Communities: ids})
	return err
}

func sortAcross(list []web.Across) {
	slices.SortFunc(list, func(a, b web.Across) int {
		return cmp.Or(b.Weight-a.Weight, cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
}

// unfoldSmall draws the entities of a community of level 0.
func (s served) unfoldSmall(ctx context.Context, f *folded, g graph.Reader, place int32, q web.Unfold, out *web.Unfolded) error {
	members, err := allMembers(ctx, g, q.Community)
	if err != nil {
		return err
	}
	out.Total = web.Total{Nodes: len(members), Edges: out.Community.Relations}
	members = members[:min(len(members), q.Limit)]
	out.Members = elements(members)
	w := walk{reader: g, depth: map[graph.ID]int{}}
	ids := make([]graph.ID, len(members))
	for i, m := range members {
		ids[i], w.depth[m.ID] = m.ID, 0
	}
	edges, err := w.from(ctx, ids)
	if err != nil {
		return err
	}
	across := map[web.Across]int{}
	for _, e := range edges {
		for _, end := range [][2]graph.ID{{e.Head, e.Tail}, {e.Tail, e.Head}} {
			other, known := f.home[end[1]]
			if _, drawn := w.depth[end[0]]; drawn && known && other != place {
				across[web.Across{From: end[0], To: f.communities[f.besides(other, place, q.Level)].ID}]++
			}
		}
	}
	for a, n := range across {
		a.Weight = n
		out.Across = append(out.Across, a)
	}
	sortAcross(out.Across)
	out.Edges = w.among(edges)
	out.Cut = w.cut() || len(out.Members) < out.Total.Nodes || len(out.Edges) < out.Total.Edges
	out.Shown, err = s.shown(cypher.Drawing{Elements: ids})
	return err
}

// allMembers are the entities of a community, the best supported first.
func allMembers(ctx context.Context, g graph.Reader, id graph.ID) ([]graph.KeyElement, error) {
	var out []graph.KeyElement
	for q := (graph.MembersQuery{Community: id, Limit: graph.MaxRows}); ; {
		page, err := g.Members(ctx, q)
		if err != nil {
			return nil, err
		}
		out = append(out, page...)
		if len(page) < q.Limit {
			break
		}
		q.After = page[len(page)-1].ID
	}
	slices.SortFunc(out, func(a, b graph.KeyElement) int { return cmp.Or(b.Support-a.Support, cmp.Compare(a.ID, b.ID)) })
	return out, nil
}
