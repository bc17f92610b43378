package storetest

import (
	"testing"

	"grove/internal/graph"
)

func partialCases() []writeCase {
	return []writeCase{{"apply/in slices", inSlices}}
}

// inSlices writes each document of the small graph chunk by chunk, and each
// slice twice, as after a write whose outcome was unknown.
func inSlices(t *testing.T, store graph.Store) {
	for _, b := range Small() {
		var before graph.ID
		for i, c := range b.Chunks {
			slice := graph.Bundle{Document: b.Document, After: before, Chunks: []graph.Chunk{c}, Evidence: evidenceOf(b.Evidence, c.ID)}
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

func evidenceOf(all graph.Evidence, chunk graph.ID) (e graph.Evidence) {
	for _, r := range all.Facts {
		if r.Chunk == chunk {
			e.Facts = append(e.Facts, r)
		}
	}
	for _, r := range all.Mentions {
		if r.Chunk == chunk {
			e.Mentions = append(e.Mentions, r)
		}
	}
	for _, r := range all.Attributes {
		if r.Chunk == chunk {
			e.Attributes = append(e.Attributes, r)
		}
	}
	for _, r := range all.Triples {
		if r.Chunk == chunk {
			e.Triples = append(e.Triples, r)
		}
	}
	return e
}
