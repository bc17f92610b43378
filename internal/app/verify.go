package app

import (
	"context"

	"grove/internal/graph"
	"grove/internal/verify"
)

// Verified is what was checked and found.
type Verified struct {
	// OK is true where no check found anything wrong.
	OK     bool          `json:"ok"`
	Checks []graph.Check `json:"checks"`
}

// Verify checks one state of the graph, and the text index against it.
func (a *App) Verify(ctx context.Context) (Verified, error) {
	if err := a.FreshTree(ctx); err != nil {
		return Verified{}, err
	}
	snapshot, release, err := a.store.Snapshot(ctx)
	if err != nil {
		return Verified{}, err
	}
	defer release()
	checks, err := verify.Run(ctx, snapshot, verify.Options{Index: a.index, CheckSchema: func(body string) error {
		_, err := canonicalSchema([]byte(body))
		return err
	}})
	if err != nil {
		return Verified{}, err
	}
	return Verified{verify.OK(checks), checks}, nil
}
