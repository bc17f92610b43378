package web

import (
	"context"
	"net/http"

	"grove/internal/browse"
	"grove/internal/graph"
)

// What a neighbourhood follows.
const (
	viaRelations = "relations"
	viaFacts     = "facts"
)

func neighbourhood(ctx context.Context, c *call, w Workspace) error {
	scope, err := c.scope()
	if err != nil {
		return err
	}
	part, err := w.Browse().Neighbourhood(ctx, browse.NeighbourhoodQuery{Seeds: c.list("seed"), Depth: c.number("depth"), Limit: c.number("limit"),
		Facts: c.text("via") == viaFacts, Types: c.list("type"), Relations: c.list("relation"), Scope: scope})
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, part)
}

func paths(ctx context.Context, c *call, w Workspace) error {
	scope, err := c.scope()
	if err != nil {
		return err
	}
	list, err := w.Browse().Paths(ctx, graph.PathsQuery{From: graph.ID(c.text("from")), To: graph.ID(c.text("to")),
		MaxHops: c.number("max_hops"), Limit: c.number("limit"), Scope: scope})
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, list)
}
