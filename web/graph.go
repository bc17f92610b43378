package web

import (
	"context"
	"net/http"
)

// PathList are the paths between two elements, the shortest first.
type PathList struct {
	Paths []Path `json:"paths"`
	Shown
}

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
	part, err := w.Neighbourhood(ctx, Around{Seeds: c.list("seed"), Depth: c.number("depth"), Limit: c.number("limit"), Facts: c.text("via") == viaFacts,
		Types: c.list("type"), Relations: c.list("relation"), Scope: scope})
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
	list, err := w.Paths(ctx, Between{From: c.text("from"), To: c.text("to"), MaxHops: c.number("max_hops"), Limit: c.number("limit"), Scope: scope})
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, list)
}
