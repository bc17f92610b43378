package storetest

import (
	"cmp"
	"slices"
	"testing"

	"grove/internal/graph"
)

// networkPages reads the small graph as a network, and holds it to the pages
// with evidence.
func networkPages(t *testing.T, store graph.Store) {
	mustApply(t, store, graph.Change{Add: Small()})
	var entities []graph.KeyElement
	for _, k := range must[[]graph.KeyElementPage](t)(store.PageKeyElements(t.Context(), graph.PageQuery{})) {
		if k.Type != "" {
			entities = append(entities, k.KeyElement)
		}
	}
	var got []graph.KeyElement
	var after graph.ID
	for range entities {
		page := must[[]graph.KeyElement](t)(store.PageEntities(t.Context(), graph.PageQuery{After: after, Limit: 1}))
		got = append(got, page...)
		after = page[0].ID
	}
	same(t, "entities", got, entities)
	for i, k := range must[[]graph.KeyElement](t)(store.PageEntities(t.Context(), graph.PageQuery{Bare: true})) {
		got[i].Aliases = nil
		same(t, "a bare entity", k, got[i])
	}
	var triples []graph.Triple
	for _, p := range must[[]graph.TriplePage](t)(store.PageTriples(t.Context(), graph.PageQuery{})) {
		triples = append(triples, p.Triple)
	}
	same(t, "relations", must[[]graph.Triple](t)(store.PageRelations(t.Context(), graph.PageQuery{})), triples)
	var ties []graph.FactElements
	for _, f := range must[[]graph.FactPage](t)(store.PageFacts(t.Context(), graph.PageQuery{})) {
		about := map[graph.ID]bool{}
		for _, e := range f.Evidence {
			for _, k := range e.About {
				about[k] = true
			}
		}
		row := graph.FactElements{Fact: f.ID}
		for k := range about {
			row.Elements = append(row.Elements, k)
		}
		slices.Sort(row.Elements)
		ties = append(ties, row)
	}
	ties = graph.Tied(ties)
	slices.SortFunc(ties, func(a, b graph.FactElements) int { return cmp.Compare(a.Fact, b.Fact) })
	var pages []graph.FactElements
	for after = ""; ; {
		rows, next, err := store.PageTies(t.Context(), graph.PageQuery{After: after, Limit: 2})
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, rows...)
		if after = next; next == "" {
			break
		}
	}
	same(t, "ties", pages, ties)
	if len(ties) == 0 {
		t.Error("the small graph ties no entities by facts")
	}
}
