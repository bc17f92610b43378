package browse

import (
	"context"
	"slices"

	"grove/cypher"
	"grove/internal/fault"
	"grove/internal/graph"
)

// Overview is the graph with its communities as nodes, and between two of them one edge
// for all that ties them.
type Overview struct {
	// Level is the level of its largest communities; a smaller one stands in where no
	// community of that level contains it.
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
	// Outside is the number of relations with an end in no community: the communities
	// are then older than the graph.
	Outside int `json:"outside"`
	Rendering
}

// OverviewQuery asks for an overview.
type OverviewQuery struct {
	// Level is that of the largest communities, Limit the most nodes, Edges the most edges.
	Level, Limit, Edges int
	// Fit asks for the smallest level up to Level whose nodes are at most Limit, which
	// shows most; Level itself where none is.
	Fit bool
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
}

// Tie counts what ties two nodes; at least one of its counts is above 0.
type Tie struct {
	// Weight is the number of relations between them, in either direction.
	Weight int `json:"weight"`
	// Facts sums, over the pairs of entities across, the facts about both; facts about
	// more than twelve entities are lists, and do not count.
	Facts int `json:"facts"`
	// Chunks sums, over the pairs of entities across, the chunks that name both and name
	// one of them most. They are counted only where relations and facts leave most
	// communities of the graph isolated.
	Chunks int `json:"chunks"`
}

// CommunityEdge stands for all that ties two communities.
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
	if g, err = b.overview.get(ctx, r); err != nil {
		release()
		return nil, nil, nil, err
	}
	return g, r, release, nil
}

// Overview returns the communities of a level as nodes.
func (b *Browser) Overview(ctx context.Context, q OverviewQuery) (Overview, error) {
	g, _, release, err := b.communityGraph(ctx)
	if err != nil {
		return Overview{}, err
	}
	release()
	if q.Fit {
		q.Level = g.fitting(q.Level, q.Limit)
	}
	l := g.level(q.Level)
	out := Overview{Level: min(q.Level, g.topLevel()), Nodes: []CommunityNode{}, Edges: []CommunityEdge{},
		Total: Total{Nodes: len(l.nodes), Edges: len(l.ties)}, Entities: len(g.entities), Outside: g.outside}
	if len(g.communities) > 0 {
		out.Levels = g.topLevel() + 1
	}
	nodes, ids := map[int32]bool{}, []graph.ID{}
	for _, place := range l.nodes[:min(len(l.nodes), q.Limit)] {
		nodes[place] = true
		out.Nodes = append(out.Nodes, g.node(place, l.within[place]))
		ids = append(ids, g.communities[place].ID)
	}
	for _, t := range strongest(l.ties, nodes, q.Edges) {
		out.Edges = append(out.Edges, g.edge(t))
	}
	out.Cut = len(out.Nodes) < out.Total.Nodes || len(out.Edges) < out.Total.Edges
	out.Rendering, err = b.render(cypher.Drawing{Communities: ids})
	return out, err
}

// strongest returns at most limit of the ties between nodes, in their order. The
// strongest tie of each node is chosen before all others, so that no node is isolated
// that need not be.
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

func (g *communityGraph) node(place, within int32) CommunityNode {
	c := g.communities[place]
	return CommunityNode{ID: c.ID, Title: c.Title, Level: c.Level, Parent: c.Parent, Size: c.Size,
		Children: len(g.children[place]), Relations: int(within)}
}

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
		"`grove communities list` and GET communities have them; they are made anew when the graph changes")
}

// within counts the relations with both ends in a community.
func (g *communityGraph) within(place int32) int32 {
	return g.level(g.communities[place].Level).within[place]
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
	g, _, release, err := b.communityGraph(ctx)
	if err != nil {
		return nil, 0, err
	}
	release()
	place, err := g.find(id)
	if err != nil {
		return nil, 0, err
	}
	below := g.below(place)
	out := []CommunityNode{}
	for _, child := range below[min(from, len(below)):min(from+limit, len(below))] {
		out = append(out, g.node(child, g.within(child)))
	}
	return out, len(below), nil
}
