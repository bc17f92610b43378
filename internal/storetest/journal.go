package storetest

import (
	"fmt"
	"testing"

	"grove/internal/graph"
	"grove/internal/lists"
)

func journalCases() []writeCase {
	return []writeCase{
		{"journal/put, replace, version", journalVersions},
		{"journal/kept as long as its chunk", journalLifetime},
		{"journal/many at once", journalMany},
		{"journal/planned, quarantined, done", journalStates},
	}
}

func journalVersions(t *testing.T, store graph.Store) {
	put := func(rows ...graph.Extraction) {
		t.Helper()
		if err := store.Journal(t.Context(), rows); err != nil {
			t.Fatalf("Journal: %v", err)
		}
	}
	get := func(version string, chunks ...graph.ID) []graph.Extraction {
		t.Helper()
		return must[[]graph.Extraction](t)(store.Extractions(t.Context(), graph.ExtractionsQuery{Chunks: chunks, Version: version}))
	}
	put()
	put(graph.Extraction{Chunk: "cb", Version: "v1", Result: `{"b":1}`}, graph.Extraction{Chunk: "ca", Version: "v1", Result: "{\"a\":\"'`\\u0000鲸\"}"})
	same(t, "both, by id", get("v1", "cb", "ca", "cc", "ca"), []graph.Extraction{
		{Chunk: "ca", Version: "v1", Result: "{\"a\":\"'`\\u0000鲸\"}"}, {Chunk: "cb", Version: "v1", Result: `{"b":1}`}})
	same(t, "another version", len(get("v2", "ca", "cb")), 0)
	put(graph.Extraction{Chunk: "cb", Version: "v2", Result: `{"b":2}`})
	same(t, "replaced", get("v2", "ca", "cb"), []graph.Extraction{{Chunk: "cb", Version: "v2", Result: `{"b":2}`}})
	same(t, "the former is gone", get("v1", "ca", "cb"), []graph.Extraction{{Chunk: "ca", Version: "v1", Result: "{\"a\":\"'`\\u0000鲸\"}"}})
	put(graph.Extraction{Chunk: "cd", Version: "v1", Result: "1"}, graph.Extraction{Chunk: "cd", Version: "v1", Result: "2"})
	same(t, "of two at once the last", get("v1", "cd"), []graph.Extraction{{Chunk: "cd", Version: "v1", Result: "2"}})
	same(t, "change number", must[int64](t)(store.ChangeNumber(t.Context())), int64(0))
	same(t, "count", must[graph.Counts](t)(store.Counts(t.Context())).Extractions, 3)
	same(t, "of any version", len(get("", "ca", "cb", "cc", "cd")), 3)
	same(t, "nothing asked", len(get("v1")), 0)
}

// journalLifetime: an extraction goes with its chunk, and stays where a
// replacement brings the chunk back.
func journalLifetime(t *testing.T, store graph.Store) {
	before := Bundle("a.txt", "", Piece{Text: "Kept. "}, Piece{Text: "Dropped. "})
	after := Bundle("a.txt", "", Piece{Text: "New. "}, Piece{Text: "Kept. "})
	var rows []graph.Extraction
	var ids []graph.ID
	for _, c := range append(before.Chunks, after.Chunks[0]) {
		rows = append(rows, graph.Extraction{Chunk: c.ID, Version: "v", Result: fmt.Sprintf("%q", c.Text)})
		ids = append(ids, c.ID)
	}
	if err := store.Journal(t.Context(), rows); err != nil {
		t.Fatal(err)
	}
	has := func(what string, want ...string) {
		t.Helper()
		got := must[[]graph.Extraction](t)(store.Extractions(t.Context(), graph.ExtractionsQuery{Chunks: ids, Version: "v"}))
		results := lists.SetOf(got, func(e graph.Extraction) string { return e.Result })
		expected := lists.Set(want)
		same(t, what, results, expected)
	}
	mustApply(t, store, graph.Change{Add: []graph.Bundle{before}})
	has("before", `"Kept. "`, `"Dropped. "`, `"New. "`)
	mustApply(t, store, graph.Change{Remove: []graph.ID{before.Document.ID}, Add: []graph.Bundle{after}})
	has("after the replacement", `"Kept. "`, `"New. "`)
	mustApply(t, store, graph.Change{Remove: []graph.ID{before.Document.ID}})
	has("after the removal")
}

func journalMany(t *testing.T, store graph.Store) {
	const n = graph.MaxIDs + 1
	rows := make([]graph.Extraction, n)
	ids := make([]graph.ID, n)
	for i := range rows {
		ids[i] = graph.ChunkID("d", fmt.Sprint(i), 0)
		rows[i] = graph.Extraction{Chunk: ids[i], Version: "v", Result: "{}"}
	}
	if err := store.Journal(t.Context(), rows); err != nil {
		t.Fatal(err)
	}
	got := must[[]graph.Extraction](t)(store.Extractions(t.Context(), graph.ExtractionsQuery{Chunks: ids[:graph.MaxIDs], Version: "v"}))
	same(t, "rows", len(got), graph.MaxIDs)
}

// journalStates: a chunk is planned, then quarantined, then extracted after all.
func journalStates(t *testing.T, store graph.Store) {
	b := Bundle("a.txt", "", Piece{Text: "One. "}, Piece{Text: "Two. "})
	mustApply(t, store, graph.Change{Add: []graph.Bundle{b}})
	one, two, elsewhere := b.Chunks[0].ID, b.Chunks[1].ID, graph.ChunkID("d", "elsewhere", 0)
	put := func(rows ...graph.Extraction) {
		t.Helper()
		if err := store.Journal(t.Context(), rows); err != nil {
			t.Fatal(err)
		}
	}
	get := func(id graph.ID) []graph.Extraction {
		t.Helper()
		return must[[]graph.Extraction](t)(store.Extractions(t.Context(), graph.ExtractionsQuery{Chunks: []graph.ID{id}, Version: "v"}))
	}
	planned := graph.Extraction{Chunk: one, Version: "v", State: graph.Planned, Packet: "p1"}
	put(planned)
	same(t, "planned", get(one), []graph.Extraction{planned})
	bad := graph.Extraction{Chunk: one, Version: "v", State: graph.Quarantined, Packet: "p1", Attempts: 3,
		Error: "no JSON", Raw: "sorry, \"I' can`t \\ 不行"}
	far := graph.Extraction{Chunk: elsewhere, Version: "v", State: graph.Quarantined, Attempts: 1, Error: "e", Raw: "r"}
	put(bad, far, graph.Extraction{Chunk: two, Version: "v", Result: "{}", Attempts: 1})
	same(t, "count", must[graph.Counts](t)(store.Counts(t.Context())).Quarantined, 2)
	want := []graph.QuarantinedRow{{Extraction: bad, Document: b.Document.ID, Source: "a.txt"}, {Extraction: far}}
	if elsewhere < one {
		want[0], want[1] = want[1], want[0]
	}
	list := func(q graph.QuarantinedQuery) []graph.QuarantinedRow {
		t.Helper()
		return must[[]graph.QuarantinedRow](t)(store.Quarantined(t.Context(), q))
	}
	same(t, "quarantined", list(graph.QuarantinedQuery{}), want)
	same(t, "the first", list(graph.QuarantinedQuery{Limit: 1}), want[:1])
	same(t, "the next", list(graph.QuarantinedQuery{After: want[0].Chunk}), want[1:])
	done := graph.Extraction{Chunk: one, Version: "v", Result: "{}", Attempts: 4}
	put(done)
	same(t, "done", get(one), []graph.Extraction{done})
	same(t, "left", must[graph.Counts](t)(store.Counts(t.Context())).Quarantined, 1)
}
