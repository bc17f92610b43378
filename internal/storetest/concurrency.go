package storetest

import (
	"context"
	"fmt"
	"testing"

	"golang.org/x/sync/errgroup"

	"grove/internal/graph"
)

func concurrencyCases() []writeCase {
	return []writeCase{
		{"concurrency/readers see whole documents", wholeDocuments},
		{"concurrency/a snapshot serves several goroutines", sharedSnapshot},
	}
}

// voyageOf is one of many documents with some chunks each.
func voyageOf(i int) graph.Bundle {
	var pieces []Piece
	for j := range 4 {
		pieces = append(pieces, Piece{
			Text:     fmt.Sprintf("Day %d of voyage %d. ", j, i),
			Mentions: []Named{{Surface: "Day", Norm: fmt.Sprintf("day %d", j)}, {Surface: "voyage"}},
			Facts:    []Said{{Text: fmt.Sprintf("Voyage %d has day %d.", i, j), About: []string{"voyage", fmt.Sprintf("day %d", j)}}},
		})
	}
	return Bundle(fmt.Sprintf("voyage %d", i), "", pieces...)
}

func wholeDocuments(t *testing.T, store graph.Store) {
	const documents, readers = 12, 3
	writing, done := context.WithCancel(t.Context())
	group, ctx := errgroup.WithContext(t.Context())
	group.Go(func() error {
		defer done()
		for i := range documents {
			if _, err := store.Apply(ctx, graph.Change{Add: []graph.Bundle{voyageOf(i)}}); err != nil {
				return err
			}
		}
		return nil
	})
	for range readers {
		group.Go(func() error {
			for writing.Err() == nil {
				if err := allWhole(ctx, store); err != nil {
					return err
				}
			}
			return allWhole(ctx, store)
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	same(t, "documents", must[graph.Counts](t)(store.Counts(t.Context())).Documents, documents)
}

// allWhole checks that each document that can be seen has all its chunks and facts.
func allWhole(ctx context.Context, r graph.Reader) error {
	documents, err := r.Documents(ctx, graph.DocumentsQuery{})
	if err != nil {
		return err
	}
	rows, err := r.Facts(ctx, graph.FactsQuery{Elements: elements("voyage"), Limit: graph.MaxRows})
	if err != nil {
		return err
	}
	facts := map[graph.ID]int{}
	for _, f := range rows {
		facts[f.Document]++
	}
	for _, d := range documents {
		chunks, err := r.Chunks(ctx, graph.ChunksQuery{Document: d.ID})
		if err != nil {
			return err
		}
		if len(chunks) != 4 || facts[d.ID] != 4 {
			return fmt.Errorf("document %s has %d chunks and %d facts, want 4 and 4", d.Source, len(chunks), facts[d.ID])
		}
	}
	return nil
}

func sharedSnapshot(t *testing.T, store graph.Store) {
	mustApply(t, store, graph.Change{Add: Small()})
	snapshot, release, err := store.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	want := mustDump(t, snapshot)
	group, ctx := errgroup.WithContext(t.Context())
	for range 4 {
		group.Go(func() error {
			got, err := Dump(ctx, snapshot)
			if err == nil && got != want {
				err = fmt.Errorf("a reader of the snapshot sees something else:\n%s", got)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
}
