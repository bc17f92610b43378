package app

import (
	"context"

	"grove/internal/graph"
	"grove/internal/verify"
	"grove/schema"
)

// Verified is what was checked and found.
type Verified struct {
	// OK is true where no check found anything wrong.
	OK     bool          `json:"ok"`
	Checks []graph.Check `json:"checks"`
}

// Verify checks one state of the graph, and the text index against it.
func (a *App) Verify(ctx context.Context) (Verified, error) {
	index, err := a.indexAsFound(ctx)
	if err != nil {
		return Verified{}, err
	}
	snapshot, release, err := a.store.Snapshot(ctx)
	if err != nil {
		return Verified{}, err
	}
	defer release()
	checks, err := verify.Run(ctx, snapshot, verify.Options{Index: index, CheckSchema: func(body string) error {
		_, err := schema.Canonical([]byte(body))
		return err
	}})
	if err != nil {
		return Verified{}, err
	}
	return Verified{verify.OK(checks), checks}, nil
}

// found is what the index held before anything was mended.
type found struct {
	chunks []graph.ID
	number int64
}

func (f found) Entries(context.Context) ([]graph.ID, int64, error) { return f.chunks, f.number, nil }

// indexAsFound brings the communities up to date, which also brings the index
// up to date, and gives what the index held before: a gap must not be mended
// unseen. The change that the communities themselves make is no gap.
func (a *App) indexAsFound(ctx context.Context) (found, error) {
	before, err := a.store.ChangeNumber(ctx)
	if err != nil {
		return found{}, err
	}
	chunks, number, err := a.index.Entries(ctx)
	if err != nil {
		return found{}, err
	}
	if err := a.EnsureFresh(ctx); err != nil {
		return found{}, err
	}
	if number == before {
		number, err = a.store.ChangeNumber(ctx)
	}
	return found{chunks, number}, err
}
