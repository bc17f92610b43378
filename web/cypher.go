package web

import (
	"context"
	"net/http"

	"grove/cypher"
)

// CypherRequest is a Cypher statement that only reads.
type CypherRequest struct {
	Statement string `json:"statement" min:"1" max:"20000"`
	// Params are the statement's parameters.
	Params map[string]any `json:"params,omitempty"`
	// Rows is the maximum of rows; 0 is 100.
	Rows int `json:"rows,omitempty" min:"0" max:"10000"`
}

func runCypher(ctx context.Context, c *call, w Workspace) error {
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
