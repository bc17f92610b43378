package sqlite_test

import (
	"context"
	"testing"

	"grove/internal/graph"
	"grove/internal/sqlite"
	"grove/internal/storetest"
)

func TestConformance(t *testing.T) {
	storetest.Run(t, "embedded", func(t *testing.T) graph.Store {
		s, err := sqlite.Open(t.Context(), t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Close(context.Background()); err != nil {
				t.Error(err)
			}
		})
		return s
	})
}
