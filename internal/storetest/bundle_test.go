package storetest

import (
	"testing"

	"grove/internal/graph"
)

// TestSpansStandWhereTheySay holds the builder to the contract of spans, so
// that the suite does not test stores with evidence that cannot be.
func TestSpansStandWhereTheySay(t *testing.T) {
	bundles := Small()
	for i, s := range hostile() {
		bundles = append(bundles, hostileDocument(i, s))
	}
	checked := 0
	for _, b := range bundles {
		text := ""
		for _, c := range b.Chunks {
			text += c.Text
		}
		places := map[graph.Place][]rune{graph.InText: []rune(text), graph.InTitle: []rune(b.Document.Title)}
		check := func(s graph.Span) {
			checked++
			if got := string(places[s.In][s.Start:s.End]); got != s.Surface || s.Count < 1 {
				t.Errorf("%q: span %+v holds %q", b.Document.Source, s, got)
			}
		}
		for _, e := range b.Evidence.Facts {
			check(e.Span)
		}
		for _, e := range b.Evidence.Mentions {
			check(e.Span)
		}
		for _, e := range b.Evidence.Attributes {
			check(e.Span)
		}
		for _, e := range b.Evidence.Triples {
			check(e.Span)
		}
	}
	if checked == 0 {
		t.Error("no span was checked")
	}
}
