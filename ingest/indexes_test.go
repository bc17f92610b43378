package ingest_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/graph"
)

// deferring is a store that notes when its indexes are dropped and made again, and is lost after some writes.
type deferring struct {
	ingest.Store
	writes, after int
	calls         []string
	cancel        func()
}

func (d *deferring) Apply(ctx context.Context, c graph.Change) (graph.Applied, error) {
	if d.writes++; d.writes > d.after {
		d.cancel()
		return graph.Applied{}, fault.New(fault.Unavailable, "deferring.Apply", "", "lost", "")
	}
	return d.Store.Apply(ctx, c)
}

func (d *deferring) DeferIndexes(context.Context) error {
	d.calls = append(d.calls, fmt.Sprint("drop before write ", d.writes+1))
	return nil
}

func (d *deferring) RestoreIndexes(ctx context.Context) error {
	d.calls = append(d.calls, fmt.Sprint("restore ", ctx.Err()))
	return nil
}

// TestLargeDocumentsDeferIndexes: before the first slice of a large document the store may drop indexes, and makes
// them again after its last one, and at the end of each run, also of one that failed or was cancelled.
func TestLargeDocumentsDeferIndexes(t *testing.T) {
	var body strings.Builder
	for i := range 40 {
		fmt.Fprintf(&body, "Sailor%d sails with Sailor%d and Sailor%d.\n\n", i, i+1, i+2)
	}
	small, large := record("small", "Ahab sails."), record("large", body.String())
	for _, c := range []struct {
		name  string
		after int
		want  []string
	}{
		{"whole", 1000, []string{"drop before write 1", "restore <nil>", "restore <nil>"}},
		{"cut off", 1, []string{"drop before write 1", "restore <nil>"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			b.model.everyWord, b.GroupRows, b.ChunkTokens = true, 50, 30
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			store := &deferring{Store: b.store, after: c.after, cancel: cancel}
			b.Store = store
			_, err := b.Run(ctx, source(large))
			if failed := err != nil; failed != (c.after == 1) {
				t.Fatal(err)
			}
			if !slices.Equal(store.calls, c.want) {
				t.Errorf("calls %q, want %q", store.calls, c.want)
			}
		})
	}
	b := newBench(t)
	store := &deferring{Store: b.store, after: 1000}
	b.Store = store
	b.run(t, small)
	if want := []string{"restore <nil>"}; !slices.Equal(store.calls, want) {
		t.Errorf("of a small document: calls %q, want %q", store.calls, want)
	}
}
