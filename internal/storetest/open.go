package storetest

import (
	"context"
	"testing"

	"grove/internal/sqlite"
)

// Open opens an embedded store in a temporary folder. It is closed when the test ends.
func Open(tb testing.TB) *sqlite.Store {
	tb.Helper()
	store, err := sqlite.Open(tb.Context(), tb.TempDir(), nil)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := store.Close(context.Background()); err != nil {
			tb.Errorf("Close: %v", err)
		}
	})
	return store
}
