package query

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/internal/graph"
	"grove/internal/text"
)

// citeChunks are stored chunks, one a document.
type citeChunks []graph.ChunkRow

// Chunks returns the chunks of the ids.
func (c citeChunks) Chunks(_ context.Context, q graph.ChunksQuery) (out []graph.ChunkRow, err error) {
	for _, row := range c {
		for _, id := range q.IDs {
			if row.ID == id {
				out = append(out, row)
			}
		}
	}
	return out, nil
}

// TestCiteOnce: an answer shows a sentence once, whichever documents and references repeat it.
func TestCiteOnce(t *testing.T) {
	const body = "Ahab sails. He has one leg.\nStarbuck stays."
	stored := citeChunks{
		{Chunk: graph.Chunk{ID: "c1", Document: "d1", End: len(body), Text: body}, Source: "docs/whale.txt"},
		{Chunk: graph.Chunk{ID: "c2", Document: "d2", End: len(body), Text: body}, Title: "Whale", Source: "docs/copy.txt"},
	}
	at := func(chunk graph.ID, start, end int) Reference {
		return Reference{Chunk: chunk, Start: start, End: end, Quote: text.Slice(body, start, end)}
	}
	for _, c := range []struct {
		name       string
		references []Reference
		want       []string
	}{
		{"a place twice", []Reference{at("c1", 0, 11), at("c1", 0, 11)}, []string{"whale.txt: Ahab sails."}},
		{"a copy of the document", []Reference{at("c1", 0, 11), at("c2", 0, 11)}, []string{"whale.txt: Ahab sails."}},
		{"a part of a quote", []Reference{at("c1", 0, 27), at("c1", 12, 27)}, []string{"whale.txt: Ahab sails. He has one leg."}},
		{"a longer quote", []Reference{at("c1", 12, 27), at("c1", 0, 27)}, []string{"whale.txt: Ahab sails. He has one leg."}},
		{"different sentences", []Reference{at("c1", 0, 11), at("c2", 28, 43)}, []string{"whale.txt: Ahab sails.", "Whale: Starbuck stays."}},
	} {
		got, err := Cite(t.Context(), stored, c.references)
		if err != nil {
			t.Fatal(err)
		}
		var shown []string
		for i, cite := range got {
			if cite.N != i+1 || !cite.Verified {
				t.Errorf("%s: %+v", c.name, cite)
			}
			shown = append(shown, cite.Document.Title+": "+cite.Quote)
		}
		if diff := cmp.Diff(c.want, shown); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// TestWeakCitationsAreLast: sentences that carry the answer are cited before any that only come closest to it, however many these are.
func TestWeakCitationsAreLast(t *testing.T) {
	var body string
	var references []Reference
	for i := range MaxCitations + 1 {
		s := fmt.Sprintf("Sentence %d. ", i)
		references = append(references, Reference{Chunk: "c1", Start: len(body), End: len(body) + len(s) - 1, Quote: s[:len(s)-1],
			Weak: i < MaxCitations})
		body += s
	}
	stored := citeChunks{{Chunk: graph.Chunk{ID: "c1", Document: "d1", End: len(body), Text: body}}}
	got, err := Cite(t.Context(), stored, references)
	if err != nil || len(got) != MaxCitations || got[0].Quote != "Sentence 5." || got[0].Weak || got[0].N != 1 ||
		!got[1].Weak || got[1].Quote != "Sentence 0." {
		t.Errorf("%+v, %v", got, err)
	}
}
