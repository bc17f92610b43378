package app

import (
	"context"

	"grove/cypher"
	"grove/internal/fault"
)

// Cypher runs a statement that only reads. It needs the store neo4j, and sees all workspaces of the database.
func (a *App) Cypher(ctx context.Context, q cypher.Own) (cypher.Table, error) {
	store, ok := a.Store.(*cypher.Store)
	if !ok {
		return cypher.Table{}, fault.New(fault.Invalid, "app.Cypher", a.Config.Workspace, "the workspace is in the embedded store, which has no Cypher",
			"use --store neo4j; `grove traces show` has the Cypher of every read")
	}
	return store.Own(ctx, q)
}
