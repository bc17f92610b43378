package web

import (
	"context"
	"net/http"

	"grove/internal/graph"
)

// Shown is how a part of the graph can be drawn in Neo4j Browser: a statement and
// its parameters.
type Shown struct {
	Cypher string         `json:"cypher"`
	Params map[string]any `json:"params"`
}

// Total is how much there is in a part of the graph, of which an answer may give less.
type Total struct {
	Nodes int `json:"nodes"`
	Edges int `json:"edges"`
}

// Overview is the graph with its communities folded: a node each, and between two
// of them an edge for all that ties them.
type Overview struct {
	// Level is the level of the largest communities in it; a smaller one stands in
	// where no community of that level holds it.
	Level int `json:"level"`
	// Nodes are by size, the largest first, then by id.
	Nodes []CommunityNode `json:"nodes"`
	// Edges are the strongest first, by relations, facts and chunks, then by their ends.
	// Where there are more than may be, the strongest of each node go before all others.
	Edges []CommunityEdge `json:"edges"`
	Total Total           `json:"total"`
	// Cut tells that Nodes or Edges are fewer than there are.
	Cut bool `json:"cut"`
	// Levels is how many levels there are, Entities how many entities the communities hold.
	Levels   int `json:"levels"`
	Entities int `json:"entities"`
	// Outside is how many relations have an end in no community: the communities are
	// then older than the graph.
	Outside int `json:"outside"`
	Shown
}

// Overlook asks for an overview.
type Overlook struct {
	// Level is that of the largest communities, Limit the most nodes, Edges the most edges.
	Level, Limit, Edges int
	// Fit asks for a smaller level if one is there of which Limit lets every node
	// through: of several the smallest, which shows most.
	Fit bool
}

// CommunityNode is a community that is drawn as one node.
type CommunityNode struct {
	ID     graph.ID `json:"id"`
	Title  string   `json:"title"`
	Level  int      `json:"level"`
	Parent graph.ID `json:"parent"`
	// Size is the number of entities in it, Children that of the communities directly
	// below it.
	Size     int `json:"size"`
	Children int `json:"children"`
	// Relations is how many relations have both ends in it.
	Relations int `json:"relations"`
}

// Tie is what ties two things of the graph; one of its counts at least is above 0.
type Tie struct {
	// Weight is how many relations lead across, in either direction.
	Weight int `json:"weight"`
	// Facts counts, for each two entities across, the facts that are about both; facts
	// about more than twelve entities are lists, and do not count.
	Facts int `json:"facts"`
	// Chunks counts, for each two entities across, the chunks that name both and name
	// one of them more than all else. They are counted only where relations and facts
	// leave most communities of the graph by themselves.
	Chunks int `json:"chunks"`
}

// CommunityEdge stands for all that ties two communities.
type CommunityEdge struct {
	// Source is the smaller id of the two.
	Source graph.ID `json:"source"`
	Target graph.ID `json:"target"`
	Tie
}

// Unfolded is one community with what is in it: entities where it is of level 0,
// smaller communities where it is larger.
type Unfolded struct {
	Community CommunityNode `json:"community"`
	// Members are by support, the largest first, then by id; Edges join them: relations,
	// and facts that they share.
	Members []graph.KeyElement `json:"members"`
	Edges   []Edge             `json:"edges"`
	// Children and Between are those of a larger community.
	Children []CommunityNode `json:"children"`
	Between  []CommunityEdge `json:"between"`
	// Total counts members and the edges that join any of them, or children and
	// those between them.
	Total Total `json:"total"`
	Cut   bool  `json:"cut"`
	// Across is what ties the community to others, by what it leads from.
	Across []Across `json:"across"`
	Shown
}

// Across is what ties one thing of a community to another community.
type Across struct {
	// From is a member or child, To a community outside.
	From graph.ID `json:"from"`
	To   graph.ID `json:"to"`
	Tie
}

// Unfold asks what is in a community.
type Unfold struct {
	Community graph.ID
	// Limit is the most members or children.
	Limit int
	// Level is that of the communities outside, to which ties lead.
	Level int
}

// ChildList is a page of the communities directly below one.
type ChildList struct {
	Communities []CommunityNode `json:"communities"`
	Total       int             `json:"total"`
}

func overview(ctx context.Context, c *call, w Workspace) error {
	o, err := w.Overview(ctx, Overlook{Level: c.number("level"), Limit: c.number("limit"), Edges: c.number("edges"), Fit: c.flag("fit")})
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, o)
}

func unfold(ctx context.Context, c *call, w Workspace) error {
	u, err := w.Unfold(ctx, Unfold{Community: c.id(), Limit: c.number("limit"), Level: c.number("level")})
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, u)
}

func listChildren(ctx context.Context, c *call, w Workspace) error {
	list, total, err := w.Children(ctx, c.id(), c.number("from"), c.number("limit"))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, ChildList{list, total})
}

func listMembers(ctx context.Context, c *call, w Workspace) error {
	limit := c.number("limit")
	list, err := w.Members(ctx, c.id(), graph.ID(c.text("after")), limit)
	if err != nil {
		return err
	}
	out := EntityList{Entities: list}
	if len(list) == limit {
		out.Next = list[limit-1].ID
	}
	return c.reply(http.StatusOK, out)
}
