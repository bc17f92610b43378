package storetest

import (
	"testing"

	"grove/internal/graph"
)

// inSlices writes each document of the small graph chunk by chunk, and each
// slice twice, as after a write whose outcome was unknown.
func inSlices(t *testing.T, store graph.Store) {
	for _, b := range Small() {
		var before graph.ID
		for i, c := range b.Chunks {
			slice := graph.Bundle{Document: b.Document, After: before, Chunks: []graph.Chunk{c}, Evidence: b.Evidence.Where(func(chunk graph.ID) bool { return chunk == c.ID })}
			last := i == len(b.Chunks)-1
			slice.Document.Partial = !last
			before = c.ID
			for range 2 {
				mustApply(t, store, graph.Change{Add: []graph.Bundle{slice}})
				documents := must[[]graph.Document](t)(store.Documents(t.Context(), graph.DocumentsQuery{IDs: []graph.ID{b.Document.ID}}))
				same(t, "partial", documents[0].Partial, !last)
			}
		}
	}
	for _, b := range Small() {
		rows := must[[]graph.ChunkRow](t)(store.Chunks(t.Context(), graph.ChunksQuery{Document: b.Document.ID}))
		for i, r := range rows {
			if i > 0 && (r.Previous != rows[i-1].ID || rows[i-1].Next != r.ID) {
				t.Errorf("%s: chunk %d does not follow chunk %d", b.Document.Source, i, i-1)
			}
		}
	}
	same(t, "dump", mustDump(t, store), smallDump)
}

// shrinkRemove takes the last chunk of each document away; what is left is what
// stays, and the documents can be made whole again or removed.
func shrinkRemove(t *testing.T, store graph.Store) {
	small := Small()
	mustApply(t, store, graph.Change{Add: small})
	shrink := func(returning ...graph.ID) {
		for _, b := range Small() {
			last := b.Chunks[len(b.Chunks)-1].ID
			mustApply(t, store, graph.Change{Shrink: []graph.Shrink{{Document: b.Document.ID, Chunks: []graph.ID{last, chunkIDNowhere}}}, Returning: returning})
			documents := must[[]graph.Document](t)(store.Documents(t.Context(), graph.DocumentsQuery{IDs: []graph.ID{b.Document.ID}}))
			same(t, "partial", documents[0].Partial, true)
			rows := must[[]graph.ChunkRow](t)(store.Chunks(t.Context(), graph.ChunksQuery{Document: b.Document.ID}))
			same(t, "chunks left", len(rows), len(b.Chunks)-1)
		}
	}
	shrink()
	mustApply(t, store, graph.Change{Add: Small()})
	same(t, "dump, whole again", mustDump(t, store), smallDump)
	shrink()
	for _, b := range Small() {
		mustApply(t, store, graph.Change{Remove: []graph.ID{b.Document.ID}})
	}
	same(t, "dump of nothing", mustDump(t, store), "")
	// A chunk that will return keeps its extraction and leaves no tombstone.
	mustApply(t, store, graph.Change{Add: Small()})
	last := small[0].Chunks[len(small[0].Chunks)-1].ID
	if err := store.Journal(t.Context(), []graph.Extraction{{Chunk: last, Version: "v", Result: "{}"}}); err != nil {
		t.Fatal(err)
	}
	before := must[graph.Counts](t)(store.Counts(t.Context()))
	mustApply(t, store, graph.Change{Shrink: []graph.Shrink{{Document: small[0].Document.ID, Chunks: []graph.ID{last}}}, Returning: []graph.ID{last}})
	after := must[graph.Counts](t)(store.Counts(t.Context()))
	same(t, "extractions", after.Extractions, before.Extractions)
	same(t, "tombstones", after.Tombstones, before.Tombstones)
}

// chunkIDNowhere is the id of no chunk.
var chunkIDNowhere = graph.ChunkID("nowhere", "", 0)
