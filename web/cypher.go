package web

import (
	"context"
	"net/http"

	"grove/cypher"
	"grove/internal/fault"
)

// CypherRequest is a Cypher statement that only reads.
type CypherRequest struct {
	Statement string `json:"statement" min:"1" max:"20000"`
	// Params are the statement's parameters.
	Params map[string]any `json:"params,omitempty"`
	// Rows is the maximum of rows; 0 is 100.
	Rows int `json:"rows,omitempty" min:"0" max:"10000"`
}

// runCypher runs a statement. It sees all workspaces, and so the key must open all of them.
func runCypher(ctx context.Context, c *call, w Workspace) error {
	if !c.mayOpen("") {
		return fault.New(Forbidden, "web.runCypher", "", "a statement sees all workspaces, and the key does not open all of them",
			"use an admin key for all workspaces")
	}
	r, err := decode[CypherRequest](ctx, c, c.server.Limits.Body)
	if err != nil {
		return err
	}
	t, err := w.Cypher(ctx, cypher.Own{Text: r.Statement, Params: r.Params, Rows: r.Rows})
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, t)
}
