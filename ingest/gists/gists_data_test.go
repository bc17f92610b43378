//go:build data

package gists

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grove/ingest/refresh"
	"grove/internal/exchange"
	"grove/internal/gist"
	"grove/internal/graph"
	"grove/internal/storetest"
	"grove/internal/text"
)

// TestNovel makes the gists of a novel, changes a paragraph of it, and removes it: real calls lie within the estimate, only
// pages around the change are asked for again, and the export is as before.
func TestNovel(t *testing.T) {
	root := os.Getenv("GROVE_TEST_DATA")
	if root == "" {
		t.Fatal("set GROVE_TEST_DATA to the folder of the test data")
	}
	raw, err := os.ReadFile(filepath.Join(root, "novels", "moby_dick_en.txt"))
	if err != nil {
		t.Fatal(err)
	}
	novel := func(body string) graph.Bundle {
		var pieces []storetest.Piece
		for _, p := range text.Paragraphs(body) {
			pieces = append(pieces, storetest.Piece{Text: text.Slice(body, p.Start, p.End)})
		}
		b := storetest.Bundle("novel.txt", "", pieces...)
		b.Document.Gists = gist.Presets[0].Name()
		return b
	}
	store, model := storetest.Open(t), reader()
	export := func() string {
		var out bytes.Buffer
		if _, err := exchange.JSONL(t.Context(), store, &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	before := export()
	first := novel(string(raw))
	apply(t, store, graph.Change{Add: []graph.Bundle{first}})
	report, err := refreshed(t, store, model, refresh.Options{})
	if err != nil {
		t.Fatal(err)
	}
	e := gist.Presets[0].Estimate(len(text.Words(string(raw))), 1) // of tokens nothing is tested here
	pages, calls := report.Gists.Pages, len(model.Requests())
	if pages < e.Pages.Low || pages > e.Pages.High || calls < e.Calls.Low || calls > e.Calls.High || report.Gists.Words != len(text.Words(string(raw))) {
		t.Errorf("%d pages by %d calls, estimated %+v, report %+v", pages, calls, e, report.Gists)
	}
	middle := strings.Index(string(raw)[len(raw)/2:], ". ") + len(raw)/2
	changed := string(raw[:middle]) + " beyond all measure" + string(raw[middle:])
	apply(t, store, graph.Change{Remove: []graph.ID{first.Document.ID}, Add: []graph.Bundle{novel(changed)}})
	if _, err = refreshed(t, store, model, refresh.Options{}); err != nil {
		t.Fatal(err)
	}
	more := len(model.Requests()) - calls
	t.Logf("%d pages by %d calls; a changed sentence: %d calls more", pages, calls, more)
	if more < 1 || more > 40 {
		t.Errorf("%d calls for a changed sentence", more)
	}
	apply(t, store, graph.Change{Remove: []graph.ID{first.Document.ID}})
	if export() != before {
		t.Error("the export differs from the one before the document")
	}
}
