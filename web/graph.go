package web

import (
	"context"
	"net/http"
)

// PathList are the paths between two elements, the shortest first.
type PathList struct {
	Paths []Path `json:"paths"`
}

// What a neighbourhood follows.
const (
	viaRelations = "relations"
	viaFacts     = "facts"
)

func neighbourhood(ctx context.Context, c *call, w Workspace) error {
	part, err := w.Neighbourhood(ctx, Around{Seeds: []string{c.text("seed")}, Depth: c.number("depth"), Limit: c.number("limit"), Facts: c.text("via") == viaFacts,
		Types: c.list("type"), Relations: c.list("relation")})
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
