package sqlite_test

import (
	"context"
	"testing"

	"grove/internal/graph"
	"grove/internal/sqlite"
	"grove/internal/storetest"
)

func open(tb testing.TB, dir string) *sqlite.Store {
	tb.Helper()
	store, err := sqlite.Open(tb.Context(), dir, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return store
}

func TestConformance(t *testing.T) {
	storetest.Run(t, "embedded store (SQLite)", func(t *testing.T) graph.Store { return storetest.Open(t) })
}

func TestObserved(t *testing.T) {
	storetest.Observed(t, func(t *testing.T, observe graph.Observe) graph.Store {
		store, err := sqlite.Open(t.Context(), t.TempDir(), observe)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = store.Close(context.Background()) })
		return store
	})
}
