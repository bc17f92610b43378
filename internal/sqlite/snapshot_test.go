package sqlite_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/storetest"
)

func TestSnapshotStaysAsItWas(t *testing.T) {
	store := storetest.Open(t)
	apply(t, store, graph.Change{Add: storetest.Small()[:1]})
	ctx, cancel := context.WithCancel(t.Context())
	snapshot, release, err := store.Snapshot(ctx)
	if err != nil {
		t.Fatal(err)
	}
	cancel() // a snapshot outlives the context it was asked with
	want := dump(t, snapshot)
	apply(t, store, graph.Change{Add: storetest.Small()[1:], Remove: []graph.ID{storetest.Small()[0].Document.ID}})
	if got := dump(t, snapshot); got != want {
		t.Errorf("the snapshot became\n%s\nwas\n%s", got, want)
	}
	if dump(t, store) == want {
		t.Error("the store stayed")
	}
	release()
	release()
	if _, err = snapshot.ChangeNumber(t.Context()); err == nil {
		t.Error("a released snapshot answers")
	}
}

// TestCancelledReadsOfASnapshotHarmNoOther has goroutines whose reads are
// cancelled at any moment beside others that must not notice.
func TestCancelledReadsOfASnapshotHarmNoOther(t *testing.T) {
	store := storetest.Open(t)
	apply(t, store, graph.Change{Add: storetest.Small()})
	snapshot, release, err := store.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	group, ctx := errgroup.WithContext(t.Context())
	for i := range 3 {
		group.Go(func() error {
			for j := range 40 {
				short, cancel := context.WithTimeout(ctx, time.Duration(i*j)*10*time.Microsecond)
				_, err := storetest.Dump(short, snapshot)
				cancel()
				if err != nil && !fault.Is(err, fault.Canceled) {
					return fmt.Errorf("a cancelled read: %w", err)
				}
			}
			return nil
		})
	}
	want := dump(t, store)
	for range 3 {
		group.Go(func() error {
			for range 10 {
				got, err := storetest.Dump(ctx, snapshot)
				if err != nil {
					return err
				}
				if got != want {
					return fmt.Errorf("a reader sees\n%s", got)
				}
			}
			return nil
		})
	}
	if err = group.Wait(); err != nil {
		t.Error(err)
	}
}

// TestReplacementsAreSeenWhole has readers beside a writer that replaces one
// document over and over by versions with 2 to 6 chunks.
func TestReplacementsAreSeenWhole(t *testing.T) {
	const replacements = 40
	version := func(i int) graph.Bundle {
		pieces := make([]storetest.Piece, 2+i%5)
		for j := range pieces {
			pieces[j] = storetest.Piece{Text: fmt.Sprintf("Version %d, line %d. ", i, j), Mentions: []storetest.Named{{Surface: "Version"}}}
		}
		return storetest.Bundle("a.txt", fmt.Sprint(len(pieces)), pieces...)
	}
	store := storetest.Open(t)
	id := version(0).Document.ID
	apply(t, store, graph.Change{Add: []graph.Bundle{version(0)}})
	writing, done := context.WithCancel(t.Context())
	group, ctx := errgroup.WithContext(t.Context())
	group.Go(func() error {
		defer done()
		for i := range replacements {
			if _, err := store.Apply(ctx, graph.Change{Remove: []graph.ID{id}, Add: []graph.Bundle{version(i)}}); err != nil {
				return err
			}
		}
		return nil
	})
	for range 3 {
		group.Go(func() error {
			for writing.Err() == nil {
				chunks, err := store.Chunks(ctx, graph.ChunksQuery{Document: id})
				if err != nil {
					return err
				}
				if len(chunks) == 0 || chunks[0].Title != fmt.Sprint(len(chunks)) {
					return fmt.Errorf("%d chunks of a document of %+v", len(chunks), chunks)
				}
				found, err := store.Find(ctx, graph.FindQuery{Norms: []string{"version"}})
				if err != nil {
					return err
				}
				if len(found) != 1 || found[0].Support < 2 || found[0].Support > 6 {
					return fmt.Errorf("key element %+v", found)
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		t.Error(err)
	}
}
