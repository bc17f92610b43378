package browse

import (
	"cmp"
	"context"
	"slices"

	"grove/cypher"
	"grove/internal/graph"
)

// Expansion is a community with what is directly in it: entities for one of level 0,
// smaller communities for a larger one.
type Expansion struct {
	Community CommunityNode `json:"community"`
	// Members are ordered by support, the largest first, then by id; Edges join them:
	// relations, and facts that they share.
	Members []graph.KeyElement `json:"members"`
	Edges   []Edge             `json:"edges"`
	// Children and Between are those of a larger community.
	Children []CommunityNode `json:"children"`
	Between  []CommunityEdge `json:"between"`
	// Total counts members and the edges that join any of them, or children and
	// the edges between them.
	Total Total `json:"total"`
	Cut   bool  `json:"cut"`
	// Across has the ties of the community to others, by the node that they lead from.
	Across []CrossTie `json:"across"`
	Rendering
}

// CrossTie ties one node of a community to another community.
type CrossTie struct {
	// From is a member or child, To a community outside.
	From graph.ID `json:"from"`
	To   graph.ID `json:"to"`
	Tie
}

// ExpansionQuery asks for the expansion of a community.
type ExpansionQuery struct {
	Community graph.ID
	// Limit is the most members or children.
	Limit int
	// Level is that of the communities outside to which ties lead.
	Level int
}

// Expand returns a community with what is directly in it.
func (b *Browser) Expand(ctx context.Context, q ExpansionQuery) (Expansion, error) {
	g, r, release, err := b.communityGraph(ctx)
	if err != nil {
		return Expansion{}, err
	}
	defer release()
	place, err := g.find(q.Community)
	if err != nil {
		return Expansion{}, err
	}
	out := Expansion{Community: g.node(place, g.within(place)), Members: []graph.KeyElement{}, Edges: []Edge{},
		Children: []CommunityNode{}, Between: []CommunityEdge{}, Across: []CrossTie{}}
	if g.communities[place].Level > 0 {
		err = b.expandLarge(g, place, q, &out)
	} else {
		err = b.expandSmall(ctx, g, r, place, q, &out)
	}
	return out, err
}

// expandLarge adds the communities directly below a large one.
func (b *Browser) expandLarge(g *communityGraph, place int32, q ExpansionQuery, out *Expansion) (err error) {
	below := g.below(place)
	nodes, ids := map[int32]bool{}, []graph.ID{}
	for _, child := range below[:min(len(below), q.Limit)] {
		nodes[child] = true
		ids = append(ids, g.communities[child].ID)
		out.Children = append(out.Children, g.node(child, g.within(child)))
	}
	between, across := tieCounts{}, crossCounts{}
	for _, t := range g.ties {
		low, high := g.contains(place, t.low), g.contains(place, t.high)
		switch {
		case low && high:
			if x, y := g.childContaining(place, t.low), g.childContaining(place, t.high); x != y {
				between.add(x, y, t.strength)
			}
		case low:
			across.add(g.childContaining(place, t.low), g.maximalExcluding(t.high, place, q.Level), t.strength)
		case high:
			across.add(g.childContaining(place, t.high), g.maximalExcluding(t.low, place, q.Level), t.strength)
		}
	}
	out.Total = Total{Nodes: len(below), Edges: len(between)}
	for _, t := range tiesOf(between) {
		if nodes[t.low] && nodes[t.high] {
			out.Between = append(out.Between, g.edge(t))
		}
	}
	for ends, s := range across {
		if nodes[ends[0]] {
			out.Across = append(out.Across, CrossTie{From: g.communities[ends[0]].ID, To: g.communities[ends[1]].ID, Tie: tieOf(s)})
		}
	}
	sortCrossTies(out.Across)
	out.Cut = len(out.Children) < out.Total.Nodes
	out.Rendering, err = b.render(cypher.Drawing{Communities: ids})
	return err
}

// crossCounts sums what ties one node inside a community, by its number or place, to
// the place of a community outside.
type crossCounts map[[2]int32]strength

func (c crossCounts) add(from, to int32, s strength) {
	c[[2]int32{from, to}] = c[[2]int32{from, to}].plus(s)
}

func sortCrossTies(ties []CrossTie) {
	slices.SortFunc(ties, func(a, b CrossTie) int {
		return cmp.Or(b.Weight-a.Weight, b.Facts-a.Facts, b.Chunks-a.Chunks, cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
}

// expandSmall adds the entities of a community of level 0.
func (b *Browser) expandSmall(ctx context.Context, g *communityGraph, r graph.Reader, place int32, q ExpansionQuery, out *Expansion) error {
	members, err := allMembers(ctx, r, q.Community)
	if err != nil {
		return err
	}
	out.Total = Total{Nodes: len(members), Edges: out.Community.Relations}
	members = members[:min(len(members), q.Limit)]
	out.Members = elements(members)
	w := newWalk(r, NeighbourhoodQuery{})
	ids := make([]graph.ID, len(members))
	for i, m := range members {
		ids[i], w.depth[m.ID] = m.ID, 0
	}
	edges, err := w.edgesOf(ctx, ids)
	if err != nil {
		return err
	}
	across := crossCounts{}
	for _, e := range edges {
		for _, end := range [][2]graph.ID{{e.Head, e.Tail}, {e.Tail, e.Head}} {
			other, ok := g.homeOf(end[1])
			if _, taken := w.depth[end[0]]; taken && ok && other != place {
				across.add(g.number[end[0]], g.maximalExcluding(other, place, q.Level), strength{relations: 1})
			}
		}
	}
	shared := g.sharedIn(place, q.Level, w, across)
	out.Total.Edges += len(shared)
	for ends, s := range across {
		out.Across = append(out.Across, CrossTie{From: g.entities[ends[0]], To: g.communities[ends[1]].ID, Tie: tieOf(s)})
	}
	sortCrossTies(out.Across)
	out.Edges = w.among(append(edges, shared...))
	out.Cut = w.cut() || len(out.Members) < out.Total.Nodes || len(out.Edges) < out.Total.Edges
	out.Rendering, err = b.render(cypher.Drawing{Elements: ids})
	return err
}

// sharedIn returns the edges of facts that members of a community share, and adds to
// across what facts and chunks tie the taken members to other communities.
func (g *communityGraph) sharedIn(place int32, level int, w *walk, across crossCounts) (edges []Edge) {
	outward := func(from, to int32, s strength) {
		if _, taken := w.depth[g.entities[from]]; taken && g.home[from] == place && g.home[to] != place {
			across.add(from, g.maximalExcluding(g.home[to], place, level), s)
		}
	}
	for _, p := range g.sharing {
		if g.home[p.a] == place && g.home[p.b] == place {
			edges = append(edges, Edge{Head: g.entities[p.a], Relation: sharesFacts, Tail: g.entities[p.b], Support: int(p.n)})
			continue
		}
		outward(p.a, p.b, strength{facts: p.n})
		outward(p.b, p.a, strength{facts: p.n})
	}
	for _, p := range g.naming {
		outward(p.a, p.b, strength{chunks: p.n})
		outward(p.b, p.a, strength{chunks: p.n})
	}
	return edges
}

// allMembers returns the entities of a community, the best supported first.
func allMembers(ctx context.Context, r graph.Reader, id graph.ID) ([]graph.KeyElement, error) {
	var out []graph.KeyElement
	for q := (graph.MembersQuery{Community: id, Limit: graph.MaxRows}); ; {
		page, err := r.Members(ctx, q)
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
