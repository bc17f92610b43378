package browse

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"grove/cypher"
	"grove/internal/graph"
)

// Expansion is a community with its direct content: the entities of one of level 0, the
// child communities of a larger one.
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
	// Across are the ties from nodes of the community to other communities.
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

// ExpansionQuery is a query for an Expansion.
type ExpansionQuery struct {
	Community graph.ID
	// Limit is the maximum number of members or children.
	Limit int
	// Level is the maximum level of the communities outside to which ties lead.
	Level int
}

// Expand returns a community with its direct content.
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
	out := Expansion{Community: g.node(place), Members: []graph.KeyElement{}, Edges: []Edge{},
		Children: []CommunityNode{}, Between: []CommunityEdge{}}
	if g.communities[place].Level > 0 {
		if err = b.expandLarge(g, place, q, &out); err == nil {
			err = g.addSole(ctx, r, out.Children)
		}
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
		out.Children = append(out.Children, g.node(child))
	}
	between, across := tieCounts{}, tieCounts{}
	for _, t := range g.ties {
		low, high := g.contains(place, t.low), g.contains(place, t.high)
		switch {
		case low && high:
			if x, y := g.childContaining(place, t.low), g.childContaining(place, t.high); x != y {
				between.add(ordered(x, y), t.strength)
			}
		case low:
			across.add([2]int32{g.childContaining(place, t.low), g.maximalExcluding(t.high, place, q.Level)}, t.strength)
		case high:
			across.add([2]int32{g.childContaining(place, t.high), g.maximalExcluding(t.low, place, q.Level)}, t.strength)
		}
	}
	out.Total = Total{Nodes: len(below), Edges: len(between)}
	for _, t := range tiesOf(between) {
		if nodes[t.low] && nodes[t.high] {
			out.Between = append(out.Between, g.edge(t))
		}
	}
	maps.DeleteFunc(across, func(ends [2]int32, _ strength) bool { return !nodes[ends[0]] })
	out.Across = g.crossTies(across, func(place int32) graph.ID { return g.communities[place].ID })
	out.Cut = len(out.Children) < out.Total.Nodes
	out.Rendering, err = b.render(cypher.Drawing{Communities: ids})
	return err
}

// crossTies returns the ties from a node, which id names, to the place of a community
// outside, the strongest first.
func (g *communityGraph) crossTies(across tieCounts, id func(int32) graph.ID) []CrossTie {
	out := []CrossTie{}
	for ends, s := range across {
		out = append(out, CrossTie{From: id(ends[0]), To: g.communities[ends[1]].ID, Tie: tieOf(s)})
	}
	slices.SortFunc(out, func(a, b CrossTie) int {
		return cmp.Or(b.Weight-a.Weight, b.Facts-a.Facts, b.Chunks-a.Chunks, cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return out
}

// expandSmall adds the entities of a community of level 0.
func (b *Browser) expandSmall(ctx context.Context, g *communityGraph, r graph.Reader, place int32, q ExpansionQuery, out *Expansion) error {
	members, err := graph.AllMembers(ctx, r, q.Community)
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
	across := tieCounts{}
	for _, e := range edges {
		for _, end := range [][2]graph.ID{{e.Head, e.Tail}, {e.Tail, e.Head}} {
			other, ok := g.homeOf(end[1])
			if _, taken := w.depth[end[0]]; taken && ok && other != place {
				across.add([2]int32{g.number[end[0]], g.maximalExcluding(other, place, q.Level)}, strength{relations: 1})
			}
		}
	}
	shared := g.sharedIn(place, q.Level, w, across)
	out.Total.Edges += len(shared)
	out.Across = g.crossTies(across, func(number int32) graph.ID { return g.entities[number] })
	out.Edges = w.among(append(edges, shared...))
	out.Cut = w.cut() || len(out.Members) < out.Total.Nodes || len(out.Edges) < out.Total.Edges
	out.Rendering, err = b.render(cypher.Drawing{Elements: ids})
	return err
}

// sharedIn returns the edges of facts that members of a community share, and adds to
// across the ties by facts and chunks from the selected members to other communities.
func (g *communityGraph) sharedIn(place int32, level int, w *walk, across tieCounts) (edges []Edge) {
	outward := func(from, to int32, s strength) {
		if _, taken := w.depth[g.entities[from]]; taken && g.home[from] == place && g.home[to] != place {
			across.add([2]int32{from, g.maximalExcluding(g.home[to], place, level)}, s)
		}
	}
	for _, p := range g.pairs {
		if p.facts > 0 && g.home[p.low] == place && g.home[p.high] == place {
			edges = append(edges, g.sharing(p))
		}
		outward(p.low, p.high, p.strength)
		outward(p.high, p.low, p.strength)
	}
	return edges
}

// sharing returns the edge for the facts that a pair shares.
func (g *communityGraph) sharing(p tie) Edge {
	return Edge{Head: g.entities[p.low], Relation: sharesFacts, Tail: g.entities[p.high], Support: int(p.facts)}
}
