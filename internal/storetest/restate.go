package storetest

import (
	"math/rand/v2"
	"testing"

	"grove/internal/graph"
)

// restate returns the chunks of documents the evidence of other pieces of the same
// text, some of them, in several changes: the graph becomes that of documents
// that said so from the start.
func restate(t *testing.T, store graph.Store) {
	for seed := range seeds(store, 12) {
		random := rand.New(rand.NewPCG(seed, 1819))
		var before, after []graph.Bundle
		for number := range 4 {
			b, a := restatedDocument(number, random)
			before, after = append(before, b), append(after, a)
		}
		mustApply(t, store, graph.Change{Add: before})
		chunks := must[graph.Counts](t)(store.Counts(t.Context()))
		latest := must[[]graph.ChunkChange](t)(store.Changes(t.Context(), graph.ChangesQuery{}))
		for _, a := range after {
			r := graph.Restatement{Document: a.Document.ID, Evidence: a.Evidence, Chunks: []graph.ID{chunkIDNowhere}}
			for _, c := range a.Chunks {
				r.Chunks = append(r.Chunks, c.ID)
			}
			if seed%2 == 1 {
				r.Evidence, r.Rewrite = graph.Evidence{}, func(chunk graph.ID, stored graph.Evidence) (graph.Evidence, bool) {
					return a.Evidence.Where(func(id graph.ID) bool { return id == chunk }), true
				}
				unchanged(t, store, r)
			}
			for range 2 { // a write may be repeated
				mustApply(t, store, graph.Change{Restate: []graph.Restatement{r}})
			}
		}
		got := mustDump(t, store)
		same(t, "chunks", must[graph.Counts](t)(store.Counts(t.Context())).Chunks, chunks.Chunks)
		same(t, "changes of chunks", must[[]graph.ChunkChange](t)(store.Changes(t.Context(), graph.ChangesQuery{})), latest)
		emptyOut(t, store)
		mustApply(t, store, graph.Change{Add: after})
		if want := mustDump(t, store); got != want {
			same(t, "restated", got, want)
			return
		}
		emptyOut(t, store)
	}
}

// unchanged carries out a restatement that leaves every chunk as it is. It is given the stored evidence of each.
func unchanged(t *testing.T, store graph.Store, r graph.Restatement) {
	t.Helper()
	before, want := mustDump(t, store), map[graph.ID]graph.Evidence{}
	for _, c := range r.Chunks {
		want[c] = must[graph.Evidence](t)(store.Evidence(t.Context(), graph.EvidenceQuery{Chunks: []graph.ID{c}}))
	}
	r.Rewrite = func(chunk graph.ID, stored graph.Evidence) (graph.Evidence, bool) {
		same(t, "stored evidence", stored, want[chunk])
		return graph.Evidence{}, false
	}
	mustApply(t, store, graph.Change{Restate: []graph.Restatement{r}})
	same(t, "left as it is", mustDump(t, store), before)
}

// restatedDocument returns a document twice: with one evidence, and with another.
func restatedDocument(number int, random *rand.Rand) (before, after graph.Bundle) {
	var b, a []Piece
	for range 1 + random.IntN(3) {
		one, other := randomPiece(random.IntN(6)), randomPiece(random.IntN(6))
		other.Text = one.Text
		b, a = append(b, one), append(a, other)
	}
	source := string(rune('p' + number))
	return Bundle(source, "", b...), Bundle(source, "", a...)
}
