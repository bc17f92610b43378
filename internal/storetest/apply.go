package storetest

import (
	"fmt"
	"slices"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
)

func applyCases() []writeCase {
	return []writeCase{
		{"apply/what it tells", applyTells},
		{"apply/a repeat changes nothing", applyRepeat},
		{"apply/source taken", applySourceTaken},
		{"apply/remove then the rest alone", applyRemove},
		{"apply/add then remove equals before", applyAddRemove},
		{"apply/replace keeps what both say", applyReplace},
		{"apply/remove and add the same", applyRemoveAddSame},
		{"apply/order and grouping do not show", applyOrder},
		{"apply/a refused change leaves nothing", applyRefused},
		{"apply/two chunks of one text", applyTwins},
		{"apply/other tags", applyRetag},
		{"apply/other tags of a document half written", applyRetagPartial},
	}
}

func applyTells(t *testing.T, store graph.Store) {
	small := Small()
	ids := func(bundles ...graph.Bundle) []graph.ID {
		return lists.Map(bundles, func(b graph.Bundle) graph.ID { return b.Document.ID })
	}
	applied := mustApply(t, store, graph.Change{Add: small})
	same(t, "added, by id", applied.Added, ids(small[2], small[0], small[1]))
	same(t, "removed", len(applied.Removed), 0)
	same(t, "number", applied.Number, int64(1))
	applied = mustApply(t, store, graph.Change{Remove: ids(small[1], small[0])})
	same(t, "removed, by id", applied.Removed, ids(small[0], small[1]))
	same(t, "added", len(applied.Added), 0)
	same(t, "number", applied.Number, int64(2))
	same(t, "change number", must[int64](t)(store.ChangeNumber(t.Context())), int64(2))
}

func applyRepeat(t *testing.T, store graph.Store) {
	mustApply(t, store, graph.Change{Add: Small()})
	before := mustDump(t, store)
	applied := mustApply(t, store, graph.Change{Add: Small()})
	same(t, "added", len(applied.Added), 0)
	same(t, "dump", mustDump(t, store), before)
	applied = mustApply(t, store, graph.Change{Add: append(Small(), Bundle("new.txt", "", Piece{Text: "New."}))})
	same(t, "added", applied.Added, []graph.ID{graph.DocumentID("new.txt")})
}

func applySourceTaken(t *testing.T, store graph.Store) {
	mustApply(t, store, graph.Change{Add: Small()})
	before := mustDump(t, store)
	other := Bundle("log.txt", "", Piece{Text: "Another text."})
	free := Bundle("free.txt", "", Piece{Text: "A text."})
	_, err := store.Apply(t.Context(), graph.Change{Add: []graph.Bundle{free, other}})
	wantKind(t, "Apply", err, fault.SourceTaken)
	same(t, "item", fault.Item(err), "log.txt")
	same(t, "dump", mustDump(t, store), before)
	same(t, "change number", must[int64](t)(store.ChangeNumber(t.Context())), int64(1))
}

func applyRemove(t *testing.T, store graph.Store) {
	mustApply(t, store, graph.Change{Add: Small()})
	mustApply(t, store, graph.Change{Remove: []graph.ID{graph.DocumentID("voyage.txt"), graph.DocumentID("鲸.txt"), "dnobody"}})
	got := must[[]graph.KeyElement](t)(store.Find(t.Context(), graph.FindQuery{Norms: []string{"ahab", "whale", "pequod", "starbuck"}}))
	elements, _ := lines(got, nil, keyElement)
	sameLines(t, "key elements", elements, []string{
		`ahab = Ahab (Ahab, Captain Ahab) type "Person" description "a captain" support 1`,
		`pequod = Pequod (Pequod) type "Ship" description "" support 1`,
		`starbuck = Starbuck (Starbuck) type "Person" description "" support 1`,
	})
	same(t, "counts", must[graph.Counts](t)(store.Counts(t.Context())),
		graph.Counts{Documents: 1, Chunks: 1, Facts: 2, KeyElements: 4, Entities: 3, Triples: 2, Attributes: 1, Tombstones: 4})
	// The log's graph is the same as if the others had never been.
	left := mustDump(t, store)
	mustApply(t, store, graph.Change{Remove: []graph.ID{graph.DocumentID("log.txt")}})
	same(t, "dump of nothing", mustDump(t, store), "")
	mustApply(t, store, graph.Change{Add: []graph.Bundle{logbook()}})
	same(t, "dump", mustDump(t, store), left)
}

func applyAddRemove(t *testing.T, store graph.Store) {
	mustApply(t, store, graph.Change{Add: []graph.Bundle{voyage(), chinese()}})
	before := mustDump(t, store)
	mustApply(t, store, graph.Change{Add: []graph.Bundle{logbook()}})
	if mustDump(t, store) == before {
		t.Fatal("the log does not show")
	}
	mustApply(t, store, graph.Change{Remove: []graph.ID{graph.DocumentID("log.txt")}})
	same(t, "dump", mustDump(t, store), before)
}

func applyReplace(t *testing.T, store graph.Store) {
	next := Bundle("log.txt", "The log",
		Piece{Text: "A new first line. ", Mentions: []Named{{Surface: "line"}}},
		Piece{
			Text:     "Captain Ahab commands the Pequod. Starbuck obeys Ahab.",
			Mentions: []Named{{Surface: "Captain Ahab", Norm: "ahab", Type: "Captain"}, {Surface: "Pequod"}},
			Facts:    []Said{{Text: "Ahab commands the Pequod", About: []string{"ahab", "pequod"}}},
		})
	mustApply(t, store, graph.Change{Add: []graph.Bundle{next, voyage()}})
	want := mustDump(t, store)
	mustApply(t, store, graph.Change{Remove: []graph.ID{next.Document.ID, graph.DocumentID("voyage.txt")}})

	mustApply(t, store, graph.Change{Add: []graph.Bundle{voyage(), logbook()}})
	applied := mustApply(t, store, graph.Change{Remove: []graph.ID{next.Document.ID}, Add: []graph.Bundle{next}})
	same(t, "added", applied.Added, []graph.ID{next.Document.ID})
	same(t, "removed", applied.Removed, []graph.ID{next.Document.ID})
	same(t, "dump", mustDump(t, store), want)
	l := labelsOf(voyage(), next)
	kept := must[[]string](t)(changeLines(t.Context(), l, store, graph.ChangesQuery{Since: applied.Number}))
	slices.Sort(kept)
	sameLines(t, "a kept chunk counts as changed", kept, []string{"4 log.txt#0", "4 log.txt#1"})
	same(t, "tombstones", must[graph.Counts](t)(store.Counts(t.Context())).Tombstones, 0)
}

func applyRemoveAddSame(t *testing.T, store graph.Store) {
	mustApply(t, store, graph.Change{Add: Small()})
	before := mustDump(t, store)
	applied := mustApply(t, store, graph.Change{Remove: []graph.ID{graph.DocumentID("log.txt")}, Add: []graph.Bundle{logbook()}})
	same(t, "added", applied.Added, []graph.ID{graph.DocumentID("log.txt")})
	same(t, "dump", mustDump(t, store), before)
}

func applyOrder(t *testing.T, store graph.Store) {
	mustApply(t, store, graph.Change{Add: Small()})
	want := mustDump(t, store)
	all := []graph.ID{graph.DocumentID("voyage.txt"), graph.DocumentID("log.txt"), graph.DocumentID("鲸.txt")}
	for _, groups := range [][][]int{{{2, 1, 0}}, {{0}, {1}, {2}}, {{2}, {1}, {0}}, {{1}, {2, 0}}, {{0, 2}, {1}}} {
		mustApply(t, store, graph.Change{Remove: all})
		for _, g := range groups {
			change := graph.Change{}
			for _, i := range g {
				b := Small()[i]
				slices.Reverse(b.Evidence.Facts)
				slices.Reverse(b.Evidence.Mentions)
				slices.Reverse(b.Evidence.Triples)
				slices.Reverse(b.Chunks)
				change.Add = append(change.Add, b)
			}
			mustApply(t, store, change)
		}
		same(t, fmt.Sprint(groups), mustDump(t, store), want)
	}
}

func applyRefused(t *testing.T, store graph.Store) {
	mustApply(t, store, graph.Change{Add: Small()})
	before := mustDump(t, store)
	foreign := Bundle("foreign.txt", "", Piece{Text: "A."})
	foreign.Chunks[0].Document = "dnobody"
	unmentioned := Bundle("unmentioned.txt", "", Piece{Text: "A.", Facts: []Said{{Text: "A.", About: []string{"a"}}}})
	for _, b := range []graph.Bundle{foreign, unmentioned} {
		_, err := store.Apply(t.Context(), graph.Change{Remove: []graph.ID{graph.DocumentID("log.txt")}, Add: []graph.Bundle{b}})
		wantKind(t, b.Document.Source, err, fault.Internal)
	}
	same(t, "dump", mustDump(t, store), before)
	same(t, "change number", must[int64](t)(store.ChangeNumber(t.Context())), int64(1))
}

// applyTwins: equal chunks of one document have ids of their own, and each
// counts as support.
func applyTwins(t *testing.T, store graph.Store) {
	twin := Piece{
		Text: "The sea. ", Mentions: []Named{{Surface: "sea"}}, Facts: []Said{{Text: "The sea.", About: []string{"sea"}}},
	}
	mustApply(t, store, graph.Change{Add: []graph.Bundle{Bundle("twins.txt", "", twin, twin, twin)}})
	facts := must[[]graph.FactPage](t)(store.PageFacts(t.Context(), graph.PageQuery{}))
	if len(facts) != 1 || facts[0].Support != 3 || len(facts[0].Evidence) != 3 {
		t.Errorf("facts: %+v", facts)
	}
	rows := must[[]graph.FactRow](t)(store.Facts(t.Context(), graph.FactsQuery{Elements: elements("sea")}))
	starts, _ := lines(rows, nil, func(r graph.FactRow) string { return fmt.Sprint(r.Index, r.Start) })
	sameLines(t, "rows", starts, []string{"0 0", "1 9", "2 18"})
}
