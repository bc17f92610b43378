package storetest

import (
	"testing"

	"grove/internal/graph"
)

// applyRetag returns documents other tags: the graph becomes the one that came with
// these tags, and filters find the documents by them. One that is not there, or
// goes by the same change, is passed over.
func applyRetag(t *testing.T, store graph.Store) {
	tags := []string{"author=it's \\' `x`\" 亚哈", "k=v"}
	log := logbook()
	log.Document.Tags = tags
	mustApply(t, store, graph.Change{Add: []graph.Bundle{voyage(), log}})
	want := mustDump(t, store)
	mustApply(t, store, graph.Change{Remove: []graph.ID{log.Document.ID}})

	mustApply(t, store, graph.Change{Add: []graph.Bundle{logbook(), chinese()}})
	retag := graph.Change{Remove: []graph.ID{chinese().Document.ID}, Retag: []graph.Retag{
		{Document: log.Document.ID, Tags: []string{"former=1"}}, {Document: log.Document.ID, Tags: tags},
		{Document: chinese().Document.ID, Tags: tags}, {Document: "dnobody", Tags: tags}}}
	for range 2 { // a write may be repeated
		mustApply(t, store, retag)
		same(t, "dump", mustDump(t, store), want)
	}
	found := func(tag string) []string {
		rows, err := store.Documents(t.Context(), graph.DocumentsQuery{Scope: graph.Scope{Tags: []string{tag}}})
		out, err := lines(rows, err, func(d graph.Document) string { return d.Source })
		return must[[]string](t)(out, err)
	}
	same(t, "by a new tag", found(tags[0]), []string{"log.txt"})
	same(t, "by a former tag", found("former=1"), []string{})
	mustApply(t, store, graph.Change{Retag: []graph.Retag{{Document: log.Document.ID}}})
	same(t, "by a tag that went", found("k=v"), []string{})
}

// applyRetagPartial goes on with a document that began with other tags.
func applyRetagPartial(t *testing.T, store graph.Store) {
	whole := voyage()
	begun := graph.Bundle{Document: whole.Document, Chunks: whole.Chunks[:1], Evidence: whole.Evidence.Where(func(c graph.ID) bool { return c == whole.Chunks[0].ID })}
	begun.Document.Partial, begun.Document.Tags = true, []string{"begun=1"}
	mustApply(t, store, graph.Change{Add: []graph.Bundle{begun}})
	mustApply(t, store, graph.Change{Add: []graph.Bundle{whole}})
	got := mustDump(t, store)
	mustApply(t, store, graph.Change{Remove: []graph.ID{whole.Document.ID}})
	mustApply(t, store, graph.Change{Add: []graph.Bundle{voyage()}})
	same(t, "dump", got, mustDump(t, store))
}
