package storetest

import (
	"context"
	"fmt"
	"testing"

	"grove/internal/graph"
)

func changeReads() []readCase {
	l := labelsOf(Small()...)
	return []readCase{
		{"changes/by chunk id within a number", func(ctx context.Context, r graph.Reader) ([]string, error) {
			return changeLines(ctx, l, r, graph.ChangesQuery{})
		}, []string{"1 voyage.txt#2", "1 鲸.txt#0", "1 log.txt#0", "1 voyage.txt#0", "1 voyage.txt#1"}},
		{"changes/limit and going on", func(ctx context.Context, r graph.Reader) ([]string, error) {
			return changeLines(ctx, l, r, graph.ChangesQuery{Since: 1, After: Small()[2].Chunks[0].ID, Limit: 2})
		}, []string{"1 log.txt#0", "1 voyage.txt#0"}},
		{"changes/none since", func(ctx context.Context, r graph.Reader) ([]string, error) {
			return changeLines(ctx, l, r, graph.ChangesQuery{Since: 2})
		}, []string{}},
		{"changes/number", func(ctx context.Context, r graph.Reader) ([]string, error) {
			n, err := r.ChangeNumber(ctx)
			return []string{fmt.Sprint(n)}, err
		}, []string{"1"}},
	}
}

func changeLines(ctx context.Context, l labels, r graph.Reader, q graph.ChangesQuery) ([]string, error) {
	rows, err := r.Changes(ctx, q)
	return lines(rows, err, func(c graph.ChunkChange) string {
		line := fmt.Sprintf("%d %s", c.Number, l.of(c.Chunk))
		if c.Gone {
			line += " gone"
		}
		return line
	})
}

func tombstones(t *testing.T, store graph.Store) {
	small := Small()
	l := labelsOf(small...)
	feed := func(q graph.ChangesQuery) []string {
		t.Helper()
		got, err := changeLines(t.Context(), l, store, q)
		return must[[]string](t)(got, err)
	}
	mustApply(t, store, graph.Change{Add: small})
	log := small[1].Document.ID
	applied := mustApply(t, store, graph.Change{Remove: []graph.ID{log}})
	same(t, "number after removal", applied.Number, int64(2))
	sameLines(t, "feed after removal", feed(graph.ChangesQuery{}),
		[]string{"1 voyage.txt#2", "1 鲸.txt#0", "1 voyage.txt#0", "1 voyage.txt#1", "2 log.txt#0 gone"})
	sameLines(t, "feed since", feed(graph.ChangesQuery{Since: 2}), []string{"2 log.txt#0 gone"})
	same(t, "tombstones", must[graph.Counts](t)(store.Counts(t.Context())).Tombstones, 1)

	mustApply(t, store, graph.Change{Add: []graph.Bundle{logbook()}})
	sameLines(t, "feed after coming back", feed(graph.ChangesQuery{Since: 2}), []string{"3 log.txt#0"})
	same(t, "tombstones", must[graph.Counts](t)(store.Counts(t.Context())).Tombstones, 0)

	// A write that changes nothing raises the number all the same.
	mustApply(t, store, graph.Change{Add: []graph.Bundle{logbook()}})
	same(t, "number", must[int64](t)(store.ChangeNumber(t.Context())), int64(4))
	sameLines(t, "feed after a repeat", feed(graph.ChangesQuery{Since: 2}), []string{"3 log.txt#0"})
}
