package web

import (
	"context"
	"net/http"

	"grove/internal/browse"
	"grove/internal/graph"
)

// ChildList is a page of the communities directly below one.
type ChildList struct {
	Communities []browse.CommunityNode `json:"communities"`
	Total       int                    `json:"total"`
}

func overview(ctx context.Context, c *call, w Workspace) error {
	o, err := w.Browse().Overview(ctx, browse.OverviewQuery{Level: c.number("level"), Limit: c.number("limit"), Edges: c.number("edges"), Fit: c.flag("fit")})
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, o)
}

func unfold(ctx context.Context, c *call, w Workspace) error {
	u, err := w.Browse().Expand(ctx, browse.ExpansionQuery{Community: c.id(), Limit: c.number("limit"), Level: c.number("level")})
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, u)
}

func listChildren(ctx context.Context, c *call, w Workspace) error {
	list, total, err := w.Browse().Children(ctx, c.id(), c.number("from"), c.number("limit"))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, ChildList{list, total})
}

func listMembers(ctx context.Context, c *call, w Workspace) error {
	limit := c.number("limit")
	list, err := w.Browse().Members(ctx, c.id(), graph.ID(c.text("after")), limit)
	if err != nil {
		return err
	}
	out := EntityList{Entities: list}
	if len(list) == limit {
		out.Next = list[limit-1].ID
	}
	return c.reply(http.StatusOK, out)
}
