package storetest

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"testing"

	"grove/internal/graph"
	"grove/internal/lists"
)

// smallDump is the dump of the small graph.
//
//go:embed small.dump
var smallDump string

func pageReads() []readCase {
	l := labelsOf(Small()...)
	return []readCase{
		{"page/everything", func(ctx context.Context, r graph.Reader) ([]string, error) {
			text, err := Dump(ctx, r)
			return strings.Split(text, "\n"), err
		}, strings.Split(smallDump, "\n")},
		{"page/chunks", inPages(l, graph.Reader.PageChunks, func(c graph.Chunk) graph.ID { return c.ID }), []string{
			"voyage.txt#2, 鲸.txt#0", "log.txt#0, voyage.txt#0", "voyage.txt#1"}},
		{"page/facts", inPages(l, graph.Reader.PageFacts, func(f graph.FactPage) graph.ID { return f.ID }), []string{
			"ahab hunts the whale, starbuck obeys ahab", "ishmael sails on the pequod, ahab hates the whale",
			"亚哈指挥裴廓德号。, ahab commands the pequod", "the pequod hunts the whale"}},
		{"page/key elements", inPages(l, graph.Reader.PageKeyElements, func(k graph.KeyElementPage) graph.ID { return k.ID }), []string{
			"ishmael, 亚哈", "ahab, 裴廓德号", "captain, whale", "pequod, starbuck", ""}},
		{"page/attributes", inPages(l, graph.Reader.PageAttributes, func(a graph.AttributePage) graph.ID { return a.ID }), []string{
			"pequod.kind=ship, 裴廓德号.类型=船", "ahab.rank=Captain"}},
		{"page/triples", inPages(l, graph.Reader.PageTriples, func(t graph.TriplePage) graph.ID { return t.ID }), []string{
			"ishmael SAILS_ON pequod, ahab COMMANDS pequod", "starbuck OBEYS ahab, ahab FEARS ahab",
			"pequod HUNTS whale, ahab OWNS pequod", "亚哈 指挥 裴廓德号, ahab HATES whale", ""}},
		{"page/bare", barePages, []string{"key elements 8, evidence 0", "facts 7, evidence 0"}},
	}
}

// barePages counts what comes without its evidence.
func barePages(ctx context.Context, r graph.Reader) ([]string, error) {
	elements, err := r.PageKeyElements(ctx, graph.PageQuery{Bare: true})
	if err != nil {
		return nil, err
	}
	facts, err := r.PageFacts(ctx, graph.PageQuery{Bare: true})
	evidence := [2]int{}
	for _, k := range elements {
		evidence[0] += len(k.Evidence)
	}
	for _, f := range facts {
		evidence[1] += len(f.Evidence)
	}
	return []string{fmt.Sprintf("key elements %d, evidence %d", len(elements), evidence[0]),
		fmt.Sprintf("facts %d, evidence %d", len(facts), evidence[1])}, err
}

// inPages writes pages of two, a line a page, up to the first that is not full.
func inPages[R any](l labels, page func(graph.Reader, context.Context, graph.PageQuery) ([]R, error), id func(R) graph.ID,
) reading {
	return func(ctx context.Context, r graph.Reader) ([]string, error) {
		var out []string
		q := graph.PageQuery{Limit: 2}
		for {
			rows, err := page(r, ctx, q)
			if err != nil {
				return nil, err
			}
			ids := lists.Map(rows, id)
			out = append(out, l.all(ids))
			if len(rows) < q.Limit {
				return out, nil
			}
			q.After = ids[len(ids)-1]
		}
	}
}

// longPages checks the default and the greatest limit on more rows than either.
func longPages(t *testing.T, store graph.Store) {
	const n = graph.MaxRows + 7
	pieces := make([]Piece, n)
	for i := range pieces {
		pieces[i].Text = fmt.Sprintf("Line %d. ", i)
	}
	b := Bundle("lines.txt", "", pieces...)
	mustApply(t, store, graph.Change{Add: []graph.Bundle{b}})
	page := func(after graph.ID, limit, want int) []graph.ID {
		t.Helper()
		rows := must[[]graph.Chunk](t)(store.PageChunks(t.Context(), graph.PageQuery{After: after, Limit: limit}))
		same(t, fmt.Sprintf("rows for limit %d", limit), len(rows), want)
		return graph.Keys(rows)
	}
	page("", 0, graph.DefaultLimit)
	page("", -1, graph.DefaultLimit)
	got := page("", n, graph.MaxRows)
	got = append(got, page(got[len(got)-1], n, n-graph.MaxRows)...)
	want := make([]graph.ID, n)
	for i, c := range b.Chunks {
		want[i] = c.ID
	}
	slices.Sort(want)
	same(t, "ids of all pages", got, want)
	rows := must[[]graph.ChunkRow](t)(store.Chunks(t.Context(), graph.ChunksQuery{Document: b.Document.ID, From: graph.MaxRows}))
	same(t, "chunks from an index", len(rows), 7)
	same(t, "the last has no next", rows[6].Next, graph.ID(""))
	same(t, "the first has a previous", rows[0].Previous, b.Chunks[graph.MaxRows-1].ID)
}
