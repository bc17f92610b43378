package sqlite_test

import (
	"testing"

	"grove/internal/graph"
	"grove/internal/sqlite"
	"grove/internal/storetest"
)

func open(tb testing.TB, dir string) *sqlite.Store {
	tb.Helper()
	store, err := sqlite.Open(tb.Context(), dir)
	if err != nil {
		tb.Fatal(err)
	}
	return store
}

func fresh(tb testing.TB) *sqlite.Store {
	tb.Helper()
	store := open(tb, tb.TempDir())
	tb.Cleanup(func() {
		if err := store.Close(tb.Context()); err != nil {
			tb.Errorf("Close: %v", err)
		}
	})
	return store
}

func TestConformance(t *testing.T) {
	storetest.Run(t, "embedded store (SQLite)", func(t *testing.T) graph.Store { return fresh(t) })
}
