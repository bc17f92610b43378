package storetest

import (
	"fmt"
	"strings"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
)

// paged returns pages of a document that end at these places.
func paged(document graph.ID, preset string, ends ...int) graph.Pagination {
	p := graph.Pagination{Document: document, Preset: preset}
	start := 0
	for i, end := range ends {
		p.Episodes = append(p.Episodes, graph.Episode{ID: graph.EpisodeID(document, i), Document: document, Index: i, Start: start, End: end,
			Words: end - start, Gist: fmt.Sprintf("Gist '%d`\n鲸", i), Preset: preset})
		start = end
	}
	return p
}

func putEpisodes(t *testing.T, store graph.Store, list ...graph.Pagination) {
	t.Helper()
	if err := store.PutEpisodes(t.Context(), list); err != nil {
		t.Fatalf("PutEpisodes: %v", err)
	}
}

func episodes(t *testing.T, store graph.Store, q graph.EpisodesQuery) string {
	t.Helper()
	rows := must[[]graph.Episode](t)(store.Episodes(t.Context(), q))
	out := lists.Map(rows, func(e graph.Episode) string { return fmt.Sprintf("%d:%d-%d", e.Index, e.Start, e.End) })
	return strings.Join(out, " ")
}

// tenRunes is a document of four chunks of ten runes each.
func tenRunes(source string) graph.Bundle {
	return Bundle(source, "", Piece{Text: "One two.\n\n"}, Piece{Text: "Three 4.\n\n"}, Piece{Text: "Five 6 7.\n"}, Piece{Text: "Eight 九十."})
}

func episodesLifetime(t *testing.T, store graph.Store) {
	a, b := tenRunes("a.txt"), tenRunes("b.txt")
	withSchema(t, store)
	mustApply(t, store, graph.Change{Add: []graph.Bundle{a, b}})
	before, number := mustDump(t, store), must[int64](t)(store.ChangeNumber(t.Context()))
	first := paged(a.Document.ID, "600/280", 5, 20, 39)
	putEpisodes(t, store, first, paged("dnobody", "600/280", 3))
	same(t, "as they were put", must[[]graph.Episode](t)(store.Episodes(t.Context(), graph.EpisodesQuery{Document: a.Document.ID})), first.Episodes)
	same(t, "from", episodes(t, store, graph.EpisodesQuery{Document: a.Document.ID, From: 1, Limit: 1}), "1:5-20")
	same(t, "of a chunk", episodes(t, store, graph.EpisodesQuery{Chunks: []graph.ID{a.Chunks[0].ID, a.Chunks[1].ID}}), "0:0-5 1:5-20")
	same(t, "of a chunk that ends with its page", episodes(t, store, graph.EpisodesQuery{Chunks: []graph.ID{a.Chunks[2].ID, b.Chunks[0].ID}}), "2:20-39")
	elsewhere := graph.Scope{Documents: []graph.ID{b.Document.ID}}
	same(t, "outside the scope", episodes(t, store, graph.EpisodesQuery{Document: a.Document.ID, Scope: elsewhere}), "")
	same(t, "outside the scope, of a chunk", episodes(t, store, graph.EpisodesQuery{Chunks: []graph.ID{a.Chunks[0].ID}, Scope: elsewhere}), "")
	same(t, "counts", must[graph.Counts](t)(store.Counts(t.Context())).Episodes, 3)
	same(t, "a second document", func() int {
		putEpisodes(t, store, paged(b.Document.ID, "600/280", 39))
		return len(must[[]graph.Episode](t)(store.PageEpisodes(t.Context(), graph.PageQuery{Limit: 10})))
	}(), 4)
	putEpisodes(t, store, paged(a.Document.ID, "3000/500", 30, 39))
	same(t, "replaced", episodes(t, store, graph.EpisodesQuery{Document: a.Document.ID}), "0:0-30 1:30-39")
	same(t, "the change number", must[int64](t)(store.ChangeNumber(t.Context())), number)
	same(t, "findings", findings(t, store), nil)
	wrong := paged(a.Document.ID, "p", 5, 9)
	wrong.Episodes[1].Start = 6
	wantKind(t, "a gap", store.PutEpisodes(t.Context(), []graph.Pagination{wrong}), fault.Internal)
	putEpisodes(t, store, graph.Pagination{Document: a.Document.ID})
	same(t, "none any more", episodes(t, store, graph.EpisodesQuery{Document: a.Document.ID}), "")
	mustApply(t, store, graph.Change{Remove: []graph.ID{b.Document.ID}})
	same(t, "gone with the document", must[graph.Counts](t)(store.Counts(t.Context())).Episodes, 0)
	mustApply(t, store, graph.Change{Add: []graph.Bundle{b}})
	same(t, "the graph", mustDump(t, store), before)
}

// episodesDue: a document is due from the moment its episodes are wanted until they are there,
// and again once it is written anew.
func episodesDue(t *testing.T, store graph.Store) {
	a, b := tenRunes("a.txt"), tenRunes("b.txt")
	a.Document.Gists = "600/280"
	mustApply(t, store, graph.Change{Add: []graph.Bundle{a, b}})
	due := func(what string, want ...string) {
		t.Helper()
		var got []string
		for _, d := range must[[]graph.Document](t)(store.Documents(t.Context(), graph.DocumentsQuery{GistsDue: true})) {
			got = append(got, d.Source+" "+d.Gists+" "+d.Paged)
		}
		same(t, what, strings.Join(got, ", "), strings.Join(want, ", "))
	}
	set := func(preset string, ids ...graph.ID) {
		t.Helper()
		if err := store.SetGists(t.Context(), ids, preset); err != nil {
			t.Fatal(err)
		}
	}
	due("added", "a.txt 600/280 ")
	putEpisodes(t, store, paged(a.Document.ID, "600/280", 39))
	due("put")
	set("600/280", a.Document.ID, b.Document.ID, "dnobody")
	due("wanted of another", "b.txt 600/280 ")
	putEpisodes(t, store, paged(b.Document.ID, "600/280", 39))
	set("3000/500", b.Document.ID)
	due("another preset", "b.txt 3000/500 600/280")
	set("600/280", b.Document.ID)
	due("the former one after all")
	set("", b.Document.ID)
	due("none any more", "b.txt  600/280")
	putEpisodes(t, store, graph.Pagination{Document: b.Document.ID})
	due("none there")
	mustApply(t, store, graph.Change{Shrink: []graph.Shrink{{Document: a.Document.ID, Chunks: []graph.ID{a.Chunks[3].ID}}}})
	due("a document in part")
	same(t, "episodes of a document in part", episodes(t, store, graph.EpisodesQuery{Document: a.Document.ID}), "")
	putEpisodes(t, store, paged(a.Document.ID, "600/280", 30))
	same(t, "not written", episodes(t, store, graph.EpisodesQuery{Document: a.Document.ID}), "")
	mustApply(t, store, graph.Change{Add: []graph.Bundle{a}})
	due("whole again", "a.txt 600/280 ")
	mustApply(t, store, graph.Change{Remove: []graph.ID{a.Document.ID}, Add: []graph.Bundle{a}})
	due("written anew", "a.txt 600/280 ")
}

// episodeReplies: a reply outlives the replacement of its document, not its removal, and not
// episodes that do not follow from it.
func episodeReplies(t *testing.T, store graph.Store) {
	a, b := tenRunes("a.txt"), tenRunes("b.txt")
	mustApply(t, store, graph.Change{Add: []graph.Bundle{a, b}})
	var ids []graph.ID
	var replies []graph.EpisodeReply
	for _, d := range []graph.ID{a.Document.ID, b.Document.ID, "dnobody"} {
		for _, text := range []string{"x", "y"} {
			ids = append(ids, graph.EpisodeReplyID(d, text))
			replies = append(replies, graph.EpisodeReply{ID: ids[len(ids)-1], Document: d, Result: `{"gist": "'` + "`" + text + `鲸"}`})
		}
	}
	for range 2 {
		if err := store.JournalEpisodes(t.Context(), replies); err != nil {
			t.Fatal(err)
		}
	}
	has := func(what string, want ...int) {
		t.Helper()
		got := map[graph.EpisodeReply]bool{}
		for _, r := range must[[]graph.EpisodeReply](t)(store.EpisodeReplies(t.Context(), graph.EpisodeRepliesQuery{IDs: ids})) {
			got[r] = true
		}
		expected := lists.SetOf(want, func(i int) graph.EpisodeReply { return replies[i] })
		same(t, what, got, expected)
	}
	has("journalled", 0, 1, 2, 3, 4, 5)
	if err := store.Scrub(t.Context()); err != nil {
		t.Fatal(err)
	}
	has("of no document", 0, 1, 2, 3)
	mustApply(t, store, graph.Change{Remove: []graph.ID{a.Document.ID}, Add: []graph.Bundle{a}})
	has("replaced", 0, 1, 2, 3)
	p := paged(a.Document.ID, "600/280", 39)
	p.Replies = ids[1:2]
	putEpisodes(t, store, p)
	has("those that are used", 1, 2, 3)
	mustApply(t, store, graph.Change{Remove: []graph.ID{a.Document.ID}})
	has("removed", 2, 3)
}
