package app

import (
	"context"

	"grove/internal/verify"
	"grove/schema"
)

// Verify refreshes the derived layers, then checks one state of the graph, and the text
// index against it.
func (a *App) Verify(ctx context.Context) (verify.Result, error) {
	return verify.Workspace(ctx, a.Store, a.Index, a.EnsureFresh, func(body string) error {
		_, err := schema.Canonical([]byte(body))
		return err
	})
}
