package cypher

import (
	"sync"
	"testing"

	"grove/internal/graph"
	"grove/internal/storetest"
)

// TestCountsAreKept: the graph is counted once a change number, whoever raised it;
// what is written without raising it is counted each time.
func TestCountsAreKept(t *testing.T) {
	s := open(t)
	counts := func() graph.Counts {
		t.Helper()
		c, err := s.Counts(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	counts() // of nothing
	if s.counts.Load() != nil {
		t.Error("kept without a change number")
	}
	apply(t, s, graph.Change{Add: []graph.Bundle{storetest.Bundle("a.txt", "", storetest.Piece{Text: "a"})}})
	if c := counts(); c.Documents != 1 {
		t.Errorf("one document: %+v", c)
	}
	kept := s.counts.Load()
	if err := s.Journal(t.Context(), []graph.Extraction{{Chunk: graph.ChunkID("d", "x", 0), Version: "1"}}); err != nil {
		t.Fatal(err)
	}
	if c := counts(); c.Extractions != 1 || c.Documents != 1 || s.counts.Load() != kept {
		t.Errorf("an extraction more: %+v", c)
	}
	apply(t, s, graph.Change{Add: []graph.Bundle{storetest.Bundle("b.txt", "", storetest.Piece{Text: "b"})}})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if c, err := s.Counts(t.Context()); err != nil || c.Documents != 2 {
				t.Errorf("two documents: %+v, %v", c, err)
			}
		})
	}
	wg.Wait()
	if err := s.Drop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if c := counts(); c != (graph.Counts{}) {
		t.Errorf("of what was dropped: %+v", c)
	}
}
