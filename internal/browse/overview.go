package browse

import (
	"cmp"
	"context"
	"slices"

	"grove/cypher"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
)

// Overview is the graph of communities: one node for each, and one edge for all ties of two.
type Overview struct {
	// Level is the level of its largest communities; a community of a smaller level is a
	// node if none of that level contains it.
	Level int `json:"level"`
	// Nodes are ordered by size, the largest first, then by id.
	Nodes []CommunityNode `json:"nodes"`
	// Edges are the strongest first, by relations, facts and chunks, then by their ends.
	// Where there are more than the limit, the strongest of each node are chosen first.
	Edges []CommunityEdge `json:"edges"`
	Total Total           `json:"total"`
	// Cut reports that Nodes or Edges are fewer than there are.
	Cut bool `json:"cut"`
	// Levels is the number of levels, Entities that of the entities in communities.
	Levels   int `json:"levels"`
	Entities int `json:"entities"`
	// Outside is the number of relations with an end in no community; it is above 0 if the
	// communities are older than the graph.
	Outside int `json:"outside"`
	// Elements are all entities, the best supported first, if they were asked for and
	// there are few enough. Joins are the edges between them: relations, and shared facts.
	Elements []OverviewElement `json:"elements,omitempty"`
	Joins    []Edge            `json:"joins,omitempty"`
	Rendering
}

// OverviewElement is an entity with its community of level 0, "" if it has none.
type OverviewElement struct {
	graph.KeyElement
	Community graph.ID `json:"community"`
}

// OverviewQuery is a query for an Overview.
type OverviewQuery struct {
	// Level is the level of the largest communities; Limit and Edges are the maximum
	// numbers of nodes and edges.
	Level, Limit, Edges int
	// Fit selects the smallest level up to Level that has at most Limit nodes, or Level
	// if there is none.
	Fit bool
	// Elements is the number of entities up to which all of them are included; 0 for never.
	Elements int
}

// CommunityNode is a community as one node.
type CommunityNode struct {
	ID     graph.ID `json:"id"`
	Title  string   `json:"title"`
	Level  int      `json:"level"`
	Parent graph.ID `json:"parent"`
	// Size is the number of entities in it, Children that of the communities directly
	// below it.
	Size     int `json:"size"`
	Children int `json:"children"`
	// Relations is the number of relations with both ends in it.
	Relations int `json:"relations"`
	// Element is the entity of a community of one; nil for a larger one.
	Element *graph.KeyElement `json:"element,omitempty"`
}

// Tie counts the connections of two nodes; at least one count is above 0.
type Tie struct {
	// Weight is the number of relations between them, in either direction.
	Weight int `json:"weight"`
	// Facts sums the facts about both entities over the pairs of an entity of each node.
	// Facts about more than twelve entities do not count.
	Facts int `json:"facts"`
	// Chunks sums, over the same pairs, the chunks that name both entities and one of them
	// most often. It is 0 unless relations and facts leave most communities isolated.
	Chunks int `json:"chunks"`
}

// CommunityEdge is the edge of two communities.
type CommunityEdge struct {
	// Source is the smaller id of the two.
	Source graph.ID `json:"source"`
	Target graph.ID `json:"target"`
	Tie
}

// communityGraph returns the community graph, and a reader of the same state.
func (b *Browser) communityGraph(ctx context.Context) (g *communityGraph, r graph.Reader, release func(), err error) {
	if r, release, err = b.store.Snapshot(ctx); err != nil {
		return nil, nil, nil, err
	}
	if g, err = b.overview.Get(ctx, r,
		func(ctx context.Context) (*communityGraph, error) { return readCommunityGraph(ctx, r) }); err != nil {
		release()
		return nil, nil, nil, err
	}
	return g, r, release, nil
}

// Overview returns the communities of a level as nodes.
func (b *Browser) Overview(ctx context.Context, q OverviewQuery) (Overview, error) {
	g, r, release, err := b.communityGraph(ctx)
	if err != nil {
		return Overview{}, err
	}
	defer release()
	if q.Fit {
		q.Level = g.fitting(q.Level, q.Limit)
	}
	l := g.level(q.Level)
	out := Overview{Level: min(q.Level, g.topLevel()), Nodes: []CommunityNode{},
		Total: Total{Nodes: len(l.nodes), Edges: len(l.ties)}, Entities: len(g.entities), Outside: g.outside}
	if len(g.communities) > 0 {
		out.Levels = g.topLevel() + 1
	}
	nodes, ids := map[int32]bool{}, []graph.ID{}
	for _, place := range l.nodes[:min(len(l.nodes), q.Limit)] {
		nodes[place] = true
		out.Nodes = append(out.Nodes, g.node(place))
		ids = append(ids, g.communities[place].ID)
	}
	out.Edges = lists.Map(strongest(l.ties, nodes, q.Edges), g.edge)
	out.Cut = len(out.Nodes) < out.Total.Nodes || len(out.Edges) < out.Total.Edges
	if err = g.addSole(ctx, r, out.Nodes); err != nil {
		return Overview{}, err
	}
	if err = g.addElements(ctx, r, q.Elements, &out); err != nil {
		return Overview{}, err
	}
	out.Rendering, err = b.render(cypher.Drawing{Communities: ids})
	return out, err
}

// addElements adds all entities and the edges between them if there are at most limit.
func (g *communityGraph) addElements(ctx context.Context, r graph.Reader, limit int, out *Overview) error {
	if limit == 0 {
		return nil
	}
	all, err := r.PageEntities(ctx, graph.PageQuery{Limit: limit + 1})
	if err != nil || len(all) > limit {
		return err
	}
	w, ids := newWalk(r, NeighbourhoodQuery{}), make([]graph.ID, len(all))
	for i, e := range elements(all) {
		ids[i], w.depth[e.ID] = e.ID, 0
		member := OverviewElement{KeyElement: e}
		if place, ok := g.homeOf(e.ID); ok {
			member.Community = g.communities[place].ID
		}
		out.Elements = append(out.Elements, member)
	}
	slices.SortFunc(out.Elements, func(a, b OverviewElement) int { return cmp.Or(b.Support-a.Support, cmp.Compare(a.ID, b.ID)) })
	edges, err := w.edgesOf(ctx, ids)
	if err != nil {
		return err
	}
	for _, p := range g.pairs {
		if p.facts > 0 {
			edges = append(edges, g.sharing(p))
		}
	}
	out.Joins = w.among(edges)
	return nil
}

// addSole adds their entities to communities of one.
func (g *communityGraph) addSole(ctx context.Context, r graph.Reader, nodes []CommunityNode) error {
	at := map[graph.ID]int{}
	var ids []graph.ID
	for i, n := range nodes {
		if id, ok := g.soleOf(g.at[n.ID]); ok {
			at[id], ids = i, append(ids, id)
		}
	}
	found, err := findElements(ctx, r, ids, graph.Scope{})
	for _, e := range elements(found) {
		nodes[at[e.ID]].Element = &e
	}
	return err
}

// strongest returns at most limit of the ties between nodes, in their order. It chooses
// the strongest tie of each node before all others, to leave as few nodes isolated as possible.
func strongest(ties []tie, nodes map[int32]bool, limit int) []tie {
	var first, others []tie
	tied := map[int32]bool{}
	for _, t := range ties {
		switch {
		case !nodes[t.low] || !nodes[t.high]:
		case !tied[t.low] || !tied[t.high]:
			tied[t.low], tied[t.high] = true, true
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

// node returns the community at a place.
func (g *communityGraph) node(place int32) CommunityNode {
	c := g.communities[place]
	return CommunityNode{ID: c.ID, Title: c.Title, Level: c.Level, Parent: c.Parent, Size: c.Size,
		Children: len(g.children[place]), Relations: int(g.relations[place])}
}

// edge returns a tie of two communities.
func (g *communityGraph) edge(t tie) CommunityEdge {
	a, b := g.communities[t.low].ID, g.communities[t.high].ID
	return CommunityEdge{Source: min(a, b), Target: max(a, b), Tie: tieOf(t.strength)}
}

func tieOf(s strength) Tie {
	return Tie{Weight: int(s.relations), Facts: int(s.facts), Chunks: int(s.chunks)}
}

// find returns the place of a community.
func (g *communityGraph) find(id graph.ID) (int32, error) {
	place, ok := g.at[id]
	if !ok {
		return 0, noCommunity(id)
	}
	return place, nil
}

func noCommunity(id graph.ID) error {
	return fault.New(fault.NotFound, "browse.Community", string(id), "there is no such community",
		"`grove communities list` lists them; their ids change with the graph")
}

// below returns the places of the communities directly below one, the largest first.
func (g *communityGraph) below(place int32) []int32 {
	out := slices.Clone(g.children[place])
	slices.SortFunc(out, g.bySize)
	return out
}

// Children returns at most limit of the communities directly below one, from one on, the
// largest first, and how many there are.
func (b *Browser) Children(ctx context.Context, id graph.ID, from, limit int) ([]CommunityNode, int, error) {
	g, r, release, err := b.communityGraph(ctx)
	if err != nil {
		return nil, 0, err
	}
	defer release()
	place, err := g.find(id)
	if err != nil {
		return nil, 0, err
	}
	below := g.below(place)
	out := lists.Map(below[min(from, len(below)):min(from+limit, len(below))], g.node)
	return out, len(below), g.addSole(ctx, r, out)
}
