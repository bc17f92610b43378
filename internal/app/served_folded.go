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
func (s served) Overview(ctx context.Context, q web.Overlook) (web.Overview, error) {
	f, _, release, err := s.foldedNow(ctx)
	if err != nil {
		return web.Overview{}, err
	}
	release()
	if q.Fit {
		q.Level = f.fitting(q.Level, q.Limit)
	}
	l := f.level(q.Level)
	out := web.Overview{Level: min(q.Level, f.top()), Nodes: []web.CommunityNode{}, Edges: []web.CommunityEdge{},
		Total: web.Total{Nodes: len(l.nodes), Edges: len(l.ties)}, Entities: len(f.entities), Outside: f.outside}
	if len(f.communities) > 0 {
		out.Levels = f.top() + 1
	}
	shown, ids := map[int32]bool{}, []graph.ID{}
	for _, place := range l.nodes[:min(len(l.nodes), q.Limit)] {
		shown[place] = true
		out.Nodes = append(out.Nodes, f.node(place, l.within[place]))
		ids = append(ids, f.communities[place].ID)
	}
	for _, t := range outstanding(l.ties, shown, q.Edges) {
		out.Edges = append(out.Edges, f.edge(t))
	}
	out.Cut = len(out.Nodes) < out.Total.Nodes || len(out.Edges) < out.Total.Edges
	out.Shown, err = s.shown(cypher.Drawing{Communities: ids})
	return out, err
}

// outstanding are at most limit of the ties between what is shown, in their order: before
// all others the strongest of each end, so that no node stands by itself that need not.
func outstanding(ties []tie, shown map[int32]bool, limit int) []tie {
	var first, others []tie
	met := map[int32]bool{}
	for _, t := range ties {
		switch {
		case !shown[t.low] || !shown[t.high]:
		case !met[t.low] || !met[t.high]:
			met[t.low], met[t.high] = true, true
			first = append(first, t)
		default:
			others = append(others, t)
		}
	}
	out := append(first, others...)
	out = out[:min(len(out), limit)]
	slices.SortFunc(out, byStrength)
	return out
}

func (f *folded) node(place, within int32) web.CommunityNode {
	c := f.communities[place]
	return web.CommunityNode{ID: c.ID, Title: c.Title, Level: c.Level, Parent: c.Parent, Size: c.Size, Children: len(f.children[place]), Relations: int(within)}
}

func (f *folded) edge(t tie) web.CommunityEdge {
	a, b := f.communities[t.low].ID, f.communities[t.high].ID
	return web.CommunityEdge{Source: min(a, b), Target: max(a, b), Tie: tieOf(t.strength)}
}

func tieOf(s strength) web.Tie {
	return web.Tie{Weight: int(s.relations), Facts: int(s.facts), Chunks: int(s.chunks)}
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
	between, across := tying{}, directed{}
	for _, t := range f.ties {
		low, high := f.holds(place, t.low), f.holds(place, t.high)
		switch {
		case low && high:
			if a, b := f.below(place, t.low), f.below(place, t.high); a != b {
				between.add(a, b, t.strength)
			}
		case low:
			across.add(f.below(place, t.low), f.besides(t.high, place, q.Level), t.strength)
		case high:
			across.add(f.below(place, t.high), f.besides(t.low, place, q.Level), t.strength)
		}
	}
	out.Total = web.Total{Nodes: len(below), Edges: len(between)}
	for _, t := range tiesOf(between) {
		if shown[t.low] && shown[t.high] {
			out.Between = append(out.Between, f.edge(t))
		}
	}
	for ends, s := range across {
		if shown[ends[0]] {
			out.Across = append(out.Across, web.Across{From: f.communities[ends[0]].ID, To: f.communities[ends[1]].ID, Tie: tieOf(s)})
		}
	}
	sortAcross(out.Across)
	out.Cut = len(out.Children) < out.Total.Nodes
	out.Shown, err = s.shown(cypher.Drawing{Communities: ids})
	return err
}

// directed gathers what ties one thing inside a community, by its number or place, to
// the place of a community outside.
type directed map[[2]int32]strength

func (d directed) add(from, to int32, s strength) {
	d[[2]int32{from, to}] = d[[2]int32{from, to}].plus(s)
}

func sortAcross(list []web.Across) {
	slices.SortFunc(list, func(a, b web.Across) int {
		return cmp.Or(b.Weight-a.Weight, b.Facts-a.Facts, b.Chunks-a.Chunks, cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
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
	across := directed{}
	for _, e := range edges {
		for _, end := range [][2]graph.ID{{e.Head, e.Tail}, {e.Tail, e.Head}} {
			other, known := f.homeOf(end[1])
			if _, drawn := w.depth[end[0]]; drawn && known && other != place {
				across.add(f.number[end[0]], f.besides(other, place, q.Level), strength{relations: 1})
			}
		}
	}
	shared := f.sharedIn(place, q.Level, &w, across)
	out.Total.Edges += shared.all
	for ends, s := range across {
		out.Across = append(out.Across, web.Across{From: f.entities[ends[0]], To: f.communities[ends[1]].ID, Tie: tieOf(s)})
	}
	sortAcross(out.Across)
	out.Edges = w.among(append(edges, shared.edges...))
	out.Cut = w.cut() || len(out.Members) < out.Total.Nodes || len(out.Edges) < out.Total.Edges
	out.Shown, err = s.shown(cypher.Drawing{Elements: ids})
	return err
}

// sharedEdges stand for facts that members of a community share.
type sharedEdges struct {
	edges []web.Edge
	// all counts those of members that are not drawn, too.
	all int
}

// sharedIn finds the facts that members of a community share, and adds what facts and
// chunks tie drawn members to other communities.
func (f *folded) sharedIn(place int32, level int, w *walk, across directed) (out sharedEdges) {
	outward := func(from, to int32, s strength) {
		if _, drawn := w.depth[f.entities[from]]; drawn && f.home[from] == place && f.home[to] != place {
			across.add(from, f.besides(f.home[to], place, level), s)
		}
	}
	for _, p := range f.sharing {
		if f.home[p.a] == place && f.home[p.b] == place {
			out.all++
			out.edges = append(out.edges, web.Edge{Head: f.entities[p.a], Relation: sharesFacts, Tail: f.entities[p.b], Support: int(p.n)})
			continue
		}
		outward(p.a, p.b, strength{facts: p.n})
		outward(p.b, p.a, strength{facts: p.n})
	}
	for _, p := range f.beside {
		outward(p.a, p.b, strength{chunks: p.n})
		outward(p.b, p.a, strength{chunks: p.n})
	}
	return out
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
