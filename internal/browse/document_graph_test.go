package browse

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"weak"

	"grove/internal/graph"
)

// wordy is a document with chunks of large evidence; it fails the test if more of it is held than the
// last page.
type wordy struct {
	graph.Reader
	t      *testing.T
	chunks int
	pages  []weak.Pointer[graph.FactEvidence]
}

func (w *wordy) Chunks(_ context.Context, q graph.ChunksQuery) (rows []graph.ChunkRow, err error) {
	for i := q.From; i < min(w.chunks, q.From+q.Limit); i++ {
		rows = append(rows, graph.ChunkRow{Chunk: graph.Chunk{ID: graph.ID(fmt.Sprint("c", i)), Index: i}})
	}
	return rows, nil
}

func (w *wordy) Evidence(_ context.Context, q graph.EvidenceQuery) (e graph.Evidence, err error) {
	runtime.GC()
	for i, page := range w.pages {
		if page.Value() != nil {
			w.t.Errorf("page %d of the evidence is held while page %d is read", i, len(w.pages))
		}
	}
	for _, c := range q.Chunks {
		e.Facts = append(e.Facts, graph.FactEvidence{Chunk: c, Text: "fact", About: []graph.ID{"ka", "kb", "kc"}})
	}
	w.pages = append(w.pages, weak.Make(&e.Facts[0]))
	return e, nil
}

// TestDocumentGraphHoldsAPage: of the evidence of a document only what a page of chunks has is in
// memory, whatever the document's size.
func TestDocumentGraphHoldsAPage(t *testing.T) {
	w := &wordy{t: t, chunks: 450}
	s, err := DocumentGraphQuery{Document: "d"}.read(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	edges := s.edges(map[graph.ID]int{"ka": 0, "kc": 0})
	want := Edge{Head: "ka", Relation: sharesFacts, Tail: "kc", Support: 450}
	if len(w.pages) != 5 || s.cut || len(s.elements) != 3 || len(edges) != 1 || edges[0] != want {
		t.Errorf("%d pages, cut %t, elements %v, edges %+v; want 5 pages and %+v", len(w.pages), s.cut, s.elements, edges, want)
	}
}
