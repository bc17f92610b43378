package sqlite_test

import (
	"sync"
	"testing"

	"grove/internal/graph"
	"grove/internal/storetest"
)

// Counts are of the state that is asked: of a snapshot its own, of the store the
// present one, however often both were counted before.
func TestCountsFollowTheState(t *testing.T) {
	store := storetest.Open(t)
	count := func(r interface{ graph.Reader }) graph.Counts {
		t.Helper()
		c, err := r.Counts(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	before := count(store)
	snapshot, release, err := store.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	apply(t, store, graph.Change{Add: storetest.Small()})
	after := count(store)
	if after == before || count(store) != after || count(snapshot) != before || count(snapshot) != before {
		t.Errorf("before %+v, after %+v, snapshot %+v", before, after, count(snapshot))
	}
	late, release2, err := store.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer release2()
	apply(t, store, graph.Change{Remove: []graph.ID{storetest.Small()[0].Document.ID}})
	if count(late) != after || count(store) == after {
		t.Errorf("a later snapshot counts %+v, want %+v", count(late), after)
	}
}

// TestCountsBesideWrites counts while others write: documents never become fewer.
func TestCountsBesideWrites(t *testing.T) {
	store := storetest.Open(t)
	var readers sync.WaitGroup
	done := make(chan struct{})
	for range 3 {
		readers.Go(func() {
			last := 0
			for {
				select {
				case <-done:
					return
				default:
				}
				c, err := store.Counts(t.Context())
				if err != nil || c.Documents < last {
					t.Errorf("%d documents after %d, %v", c.Documents, last, err)
					return
				}
				last = c.Documents
			}
		})
	}
	all := storetest.Small()
	for i := range all {
		apply(t, store, graph.Change{Add: all[i : i+1]})
		c, err := store.Counts(t.Context())
		if err != nil || c.Documents != i+1 {
			t.Errorf("%d documents after the write of %d, %v", c.Documents, i+1, err)
		}
	}
	close(done)
	readers.Wait()
}
