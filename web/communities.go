package web

import (
	"context"

	"grove/internal/browse"
	"grove/internal/graph"
)

// CommunityList is a list of communities.
type CommunityList struct {
	Communities []browse.Community `json:"communities"`
}

// ChildList is a page of the communities directly below one.
type ChildList struct {
	Communities []browse.CommunityNode `json:"communities"`
	// Total is the number of communities on all pages.
	Total int `json:"total"`
}

func listCommunities(ctx context.Context, a arguments, w Workspace) (CommunityList, error) {
	list, err := w.Browse().Communities(ctx, a.flag("all"), a.number("limit"))
	return CommunityList{list}, err
}

func showCommunity(ctx context.Context, c *call, w Workspace) (browse.CommunityDetail, error) {
	return w.Browse().Community(ctx, c.id(), c.number("limit"))
}

func overview(ctx context.Context, a arguments, w Workspace) (browse.Overview, error) {
	return w.Browse().Overview(ctx, browse.OverviewQuery{
		Level: a.number("level"), Limit: a.number("limit"), Edges: a.number("edges"), Fit: a.flag("fit"),
		Elements: a.number("elements"),
	})
}

func expandCommunity(ctx context.Context, a arguments, w Workspace) (browse.Expansion, error) {
	return w.Browse().Expand(ctx, browse.ExpansionQuery{Community: a.id(), Limit: a.number("limit"), Level: a.number("level")})
}

func listChildren(ctx context.Context, a arguments, w Workspace) (ChildList, error) {
	list, total, err := w.Browse().Children(ctx, a.id(), a.number("from"), a.number("limit"))
	return ChildList{list, total}, err
}

func listMembers(ctx context.Context, c *call, w Workspace) (EntityList, error) {
	limit := c.number("limit")
	list, err := w.Browse().Members(ctx, c.id(), graph.ID(c.text("after")), limit)
	return entityPage(list, limit), err
}
