package web

import (
	"context"
	"net/http"

	"grove/internal/graph"
)

// PathList are the paths between two elements, the shortest first.
type PathList struct {
	Paths []Path `json:"paths"`
}

// EntityList is a page of elements.
type EntityList struct {
	Entities []graph.KeyElement `json:"entities"`
	// Next is what after must be for the next page, "" on the last one and where
	// elements were looked for by name.
	Next graph.ID `json:"next"`
}

// CommunityList is a list of communities.
type CommunityList struct {
	Communities []Community `json:"communities"`
}

// What a neighbourhood follows.
const (
	viaRelations = "relations"
	viaFacts     = "facts"
)

func neighbourhood(ctx context.Context, c *call, w Workspace) error {
	part, err := w.Neighbourhood(ctx, Around{Seeds: []string{c.text("seed")}, Depth: c.number("depth"), Limit: c.number("limit"), Facts: c.text("via") == viaFacts})
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, part)
}

func paths(ctx context.Context, c *call, w Workspace) error {
	list, err := w.Paths(ctx, c.text("from"), c.text("to"), c.number("max_hops"), c.number("limit"))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, PathList{list})
}

func listEntities(ctx context.Context, c *call, w Workspace) error {
	limit := c.number("limit")
	if q := c.text("q"); q != "" {
		found, err := w.FindEntities(ctx, q, limit)
		if err != nil {
			return err
		}
		return c.reply(http.StatusOK, EntityList{Entities: found})
	}
	list, err := w.Entities(ctx, graph.ID(c.text("after")), limit)
	if err != nil {
		return err
	}
	out := EntityList{Entities: list}
	if len(list) == limit {
		out.Next = list[limit-1].ID
	}
	return c.reply(http.StatusOK, out)
}

func showEntity(ctx context.Context, c *call, w Workspace) error {
	e, err := w.Entity(ctx, c.text("id"), c.number("limit"))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, e)
}

func listCommunities(ctx context.Context, c *call, w Workspace) error {
	list, err := w.Communities(ctx, c.flag("all"), c.number("limit"))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, CommunityList{list})
}

func showCommunity(ctx context.Context, c *call, w Workspace) error {
	m, err := w.Community(ctx, c.id(), c.number("limit"))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, m)
}
