package query

import (
	"slices"
	"strings"
	"testing"

	"grove/internal/graph"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// TestNearest: the sentences closest to a question come first, each once and cut to
// its bound, with offsets that are those of the text; headings are none of them.
func TestNearest(t *testing.T) {
	long := "The mill at Oster " + strings.Repeat("grinds and ", 80) + "rests."
	rows := []graph.ChunkRow{
		{Chunk: graph.Chunk{ID: "c1", Document: "d1", Start: 100, Text: "# The mill at Oster\n\nThe mill at Oster grinds rye. It rained for a week in May."}, Title: "Rye"},
		{Chunk: graph.Chunk{ID: "c2", Document: "d2", Text: "The mill at Oster grinds rye. " + long + " 磨坊在河边，由老人看守。"}, Source: "b.txt"},
	}
	f := &Frame{Kit: offline.New(), Question: Question{Text: "Who owns the mill at Oster?"}}
	got := f.nearest(rows, nil)
	slices.SortFunc(got, func(a, b Near) int { return len(a.Text) - len(b.Text) })
	if len(got) != 2 || got[0].Chunk != "c1" || got[0].Text != "The mill at Oster grinds rye." || got[1].Document.Title != "b.txt" || len(got[1].Text) != longestNear {
		t.Fatalf("%+v", got)
	}
	for _, n := range got {
		i := slices.IndexFunc(rows, func(r graph.ChunkRow) bool { return r.ID == n.Chunk })
		if text.Slice(rows[i].Text, n.Start-rows[i].Start, n.End-rows[i].Start) != n.Text {
			t.Errorf("the text is not at its offsets: %+v", n)
		}
	}
	// The chunk of a hit of a search keeps what names its document.
	document := DocumentRef{ID: "d2", Title: "b.txt", SourceID: "s2", Source: "b.txt"}
	hit := Hit{Document: document, Chunk: "c2", Text: rows[1].Text}.Row()
	if got := f.nearest([]graph.ChunkRow{hit}, nil); len(got) == 0 || got[0].Document != document {
		t.Errorf("the document of a hit: %+v", got)
	}
	sure := nearOf(rows[0], text.NewOffsets(rows[0].Text), text.Sentences(rows[0].Text)[2])
	if got := f.nearest(rows, []Near{sure}); len(got) != MaxNearest || got[0] != sure || slices.Contains(got[1:], sure) {
		t.Errorf("a given sentence is not the first, and once: %+v", got)
	}
	if f.Question.Text = "Quando nevica?"; len(f.nearest(rows, nil)) != 0 || f.nearest(nil, nil) == nil {
		t.Error("what shares nothing with the question is shown, or the list is none")
	}
}
