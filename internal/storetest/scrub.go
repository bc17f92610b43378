package storetest

import (
	"testing"

	"grove/internal/graph"
)

// scrub journals extractions of a chunk that is there and of one that never came.
func scrub(t *testing.T, store graph.Store) {
	bundle := Small()[0]
	mustApply(t, store, graph.Change{Add: []graph.Bundle{bundle}})
	here, waiting := bundle.Chunks[0].ID, graph.ChunkID(bundle.Document.ID, "never written", 0)
	ids := []graph.ID{here, waiting}
	for _, id := range ids {
		if err := store.Journal(t.Context(), []graph.Extraction{{Chunk: id, Version: "v", Result: `{"said": "a secret"}`}}); err != nil {
			t.Fatal(err)
		}
	}
	before, number := mustDump(t, store), must[int64](t)(store.ChangeNumber(t.Context()))
	for range 2 {
		if err := store.Scrub(t.Context()); err != nil {
			t.Fatal(err)
		}
		left := must[[]graph.Extraction](t)(store.Extractions(t.Context(), graph.ExtractionsQuery{Chunks: ids, Version: "v"}))
		if len(left) != 1 || left[0].Chunk != here {
			t.Errorf("journalled extractions: %+v", left)
		}
		same(t, "the graph", mustDump(t, store), before)
		same(t, "the change number", must[int64](t)(store.ChangeNumber(t.Context())), number)
	}
}
