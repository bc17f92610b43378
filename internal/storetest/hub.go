package storetest

import (
	"fmt"
	"testing"

	"grove/internal/graph"
)

func hubCases() []writeCase {
	return []writeCase{
		{"hub/6,000 relations", hub},
		{"hub/cycles", cycles},
	}
}

// hubSize is the number of relations of the hub.
const hubSize = 6_000

// hub is one key element with relations to hubSize others; every third of them
// shares a fact with it. The relation to "spoke 7" has the support 2.
func hub(t *testing.T, store graph.Store) {
	const perChunk = 1_000
	var pieces []Piece
	for at := 0; at < hubSize; at += perChunk {
		p := Piece{Text: fmt.Sprintf("The hub has spokes from %d on. ", at), Mentions: []Named{{Surface: "hub"}}}
		for i := at; i < at+perChunk; i++ {
			spoke := fmt.Sprint("spoke ", i)
			p.Mentions = append(p.Mentions, Named{Surface: "spokes", Norm: spoke})
			p.Relations = append(p.Relations, Link{Head: "hub", Relation: "HAS", Tail: spoke})
			if i%3 == 0 {
				p.Facts = append(p.Facts, Said{Text: "The hub has " + spoke, About: []string{"hub", spoke}})
			}
		}
		pieces = append(pieces, p)
	}
	pieces = append(pieces, Piece{
		Text: "The hub has spoke 7 for ever.", Mentions: []Named{{Surface: "hub"}, {Surface: "spoke 7"}},
		Facts:     []Said{{Text: "One.", About: []string{"hub", "spoke 7"}}, {Text: "Two.", About: []string{"hub", "spoke 7"}}},
		Relations: []Link{{Head: "hub", Relation: "HAS", Tail: "spoke 7"}},
	})
	b := Bundle("hub.txt", "", pieces...)
	mustApply(t, store, graph.Change{Add: []graph.Bundle{b}})
	l := labelsOf(b)

	relations := must[[]graph.RelationRow](t)(store.Relations(t.Context(), graph.RelationsQuery{Elements: elements("hub", "spoke 0"), Fanout: 3}))
	got, _ := lines(relations, nil, func(r graph.RelationRow) string {
		return fmt.Sprintf("%s %s %d", l.of(r.Element), l.of(r.ID), r.Support)
	})
	sameLines(t, "relations", got, []string{
		"hub hub HAS spoke 7 2", "hub hub HAS spoke 1953 1", "hub hub HAS spoke 4360 1", "spoke 0 hub HAS spoke 0 1",
	})
	all := must[[]graph.RelationRow](t)(store.Relations(t.Context(), graph.RelationsQuery{Elements: elements("hub"), Fanout: 2 * hubSize}))
	same(t, "greatest fan-out", len(all), graph.MaxRows)
	same(t, "the best supported first", all[0].Tail, element("spoke 7"))
	for i := 2; i < len(all); i++ {
		if all[i-1].ID >= all[i].ID {
			t.Fatalf("relations %d and %d are out of order", i-1, i)
		}
	}

	neighbours := must[[]graph.Neighbour](t)(store.Neighbours(t.Context(), graph.NeighboursQuery{Element: element("hub"), Limit: graph.MaxRows}))
	same(t, "neighbours", len(neighbours), (hubSize+2)/3+1)
	same(t, "shares most", fmt.Sprint(neighbours[0].Norm, neighbours[0].Shared, neighbours[1].Shared), "spoke 72 1")

	paths := must[[]graph.Path](t)(store.Paths(t.Context(), graph.PathsQuery{From: element("spoke 5"), To: element("spoke 7")}))
	if len(paths) != 1 || paths[0].Weight != 3 || paths[0].Elements[1] != element("hub") {
		t.Errorf("paths through the hub: %+v", paths)
	}
	facts := must[[]graph.FactRow](t)(store.Facts(t.Context(), graph.FactsQuery{Elements: elements("hub"), Limit: 10}))
	same(t, "facts", len(facts), 10)
	mustApply(t, store, graph.Change{Remove: []graph.ID{b.Document.ID}})
	same(t, "counts", must[graph.Counts](t)(store.Counts(t.Context())), graph.Counts{Tombstones: len(pieces)})
}

// cycles: a ring of six with a chord, every element with a self-loop.
func cycles(t *testing.T, store graph.Store) {
	p := Piece{Text: "ring"}
	for i := range 6 {
		at, next := fmt.Sprint(i), fmt.Sprint((i+1)%6)
		p.Mentions = append(p.Mentions, Named{Surface: "ring", Norm: at})
		p.Relations = append(p.Relations, Link{Head: at, Relation: "TO", Tail: next}, Link{Head: at, Relation: "SELF", Tail: at})
	}
	p.Relations = append(p.Relations, Link{Head: "4", Relation: "CHORD", Tail: "1"})
	b := Bundle("ring.txt", "", p)
	for i := range b.Evidence.Mentions {
		b.Evidence.Mentions[i].Surface = b.Evidence.Mentions[i].Norm
	}
	mustApply(t, store, graph.Change{Add: []graph.Bundle{b}})
	l := labelsOf(b)
	paths := must[[]graph.Path](t)(store.Paths(t.Context(), graph.PathsQuery{From: element("0"), To: element("3")}))
	got, _ := lines(paths, nil, func(p graph.Path) string { return pathLine(l, p) })
	sameLines(t, "paths", got, []string{
		"3: 0 1 2 3 | 0 TO 1; 1 TO 2; 2 TO 3",
		"3: 0 1 4 3 | 0 TO 1; 4 CHORD 1; 3 TO 4",
		"3: 0 5 4 3 | 5 TO 0; 4 TO 5; 3 TO 4",
		"5: 0 5 4 1 2 3 | 5 TO 0; 4 TO 5; 4 CHORD 1; 1 TO 2; 2 TO 3",
	})
	rows := must[[]graph.RelationRow](t)(store.Relations(t.Context(), graph.RelationsQuery{Elements: elements("2"), Relations: []string{"SELF"}}))
	same(t, "rows of a self-loop", len(rows), 1)
}
