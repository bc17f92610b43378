package verify

import (
	"context"

	"grove/internal/graph"
)

// Store is a store whose graph is verified.
type Store interface {
	ChangeNumber(context.Context) (int64, error)
	Snapshot(context.Context) (graph.Reader, func(), error)
}

// Result lists the checks that Workspace made.
type Result struct {
	// OK reports whether every check passed.
	OK     bool          `json:"ok"`
	Checks []graph.Check `json:"checks"`
}

// Workspace brings the derived layers up to date by refresh, and makes every check on one
// state of the store. The index is compared as it was before the refresh, which would
// repair it: a gap must be reported.
func Workspace(ctx context.Context, store Store, index TextIndex, refresh func(context.Context) error, checkSchema func(body string) error) (Result, error) {
	before, err := store.ChangeNumber(ctx)
	if err != nil {
		return Result{}, err
	}
	var entries indexEntries
	if entries.chunks, entries.number, err = index.Entries(ctx); err != nil {
		return Result{}, err
	}
	if err := refresh(ctx); err != nil {
		return Result{}, err
	}
	if entries.number == before { // the changes of the refresh itself are no gap
		if entries.number, err = store.ChangeNumber(ctx); err != nil {
			return Result{}, err
		}
	}
	snapshot, release, err := store.Snapshot(ctx)
	if err != nil {
		return Result{}, err
	}
	defer release()
	checks, err := Run(ctx, snapshot, Options{Index: entries, CheckSchema: checkSchema})
	if err != nil {
		return Result{}, err
	}
	return Result{OK(checks), checks}, nil
}

// indexEntries is a TextIndex of entries that were read before.
type indexEntries struct {
	chunks []graph.ID
	number int64
}

func (e indexEntries) Entries(context.Context) ([]graph.ID, int64, error) {
	return e.chunks, e.number, nil
}
