package storetest

import (
	"fmt"
	"testing"

	"grove/internal/graph"
	"grove/internal/lists"
)

func aggregateCases() []writeCase {
	return []writeCase{
		{"aggregate/caption, type, description follow the documents", aggregateElement},
		{"aggregate/support of about", aggregateAbout},
		{"aggregate/support of typed relations", aggregateRelation},
	}
}

// naming returns a document that says one thing of key element "x".
func naming(source, surface, typ, description string, times int) graph.Bundle {
	text := ""
	for range times {
		text += surface + " "
	}
	return Bundle(source, "", Piece{Text: text, Mentions: []Named{{Surface: surface, Norm: "x", Type: typ, Description: description}}})
}

func aggregateElement(t *testing.T, store graph.Store) {
	one := naming("1.txt", "Xa", "Ship", "old", 2)
	two := naming("2.txt", "Xb", "Person", "new", 3)
	three := naming("3.txt", "Xc", "", "old", 1)
	four := naming("4.txt", "XC", "Ship", "", 3)
	expect := func(what string, want ...string) {
		t.Helper()
		got := must[[]graph.KeyElement](t)(store.Find(t.Context(), graph.FindQuery{Norms: []string{"x"}}))
		elements, _ := lines(got, nil, keyElement)
		sameLines(t, what, elements, want)
		entities := 0
		if len(got) > 0 && got[0].Type != "" {
			entities = 1
		}
		same(t, what+": entities", must[graph.Counts](t)(store.Counts(t.Context())).Entities, entities)
	}
	add := func(b ...graph.Bundle) { t.Helper(); mustApply(t, store, graph.Change{Add: b}) }
	remove := func(b graph.Bundle) {
		t.Helper()
		mustApply(t, store, graph.Change{Remove: []graph.ID{b.Document.ID}})
	}
	add(three)
	expect("without a type", `x = Xc (Xc) type "" description "old" support 1`)
	add(one)
	expect("the more frequent", `x = Xa (Xa, Xc) type "Ship" description "old" support 2`)
	add(two)
	expect("the most frequent", `x = Xb (Xa, Xb, Xc) type "Person" description "old" support 3`)
	add(four)
	expect("a tie of captions", `x = XC (XC, Xa, Xb, Xc) type "Ship" description "old" support 4`)
	remove(four)
	remove(one)
	expect("a tie of descriptions", `x = Xb (Xb, Xc) type "Person" description "new" support 2`)
	remove(two)
	expect("the type is gone", `x = Xc (Xc) type "" description "old" support 1`)
	remove(three)
	expect("all gone")
}

func aggregateAbout(t *testing.T, store graph.Store) {
	says := func(source string, about ...string) graph.Bundle {
		p := Piece{Text: "A fact of " + source, Facts: []Said{{Text: "F.", About: about}}}
		for _, norm := range about {
			p.Mentions = append(p.Mentions, Named{Surface: "fact", Norm: norm})
		}
		return Bundle(source, "", p)
	}
	expect := func(want ...string) {
		t.Helper()
		rows := must[[]graph.KeyElementRow](t)(store.KeyElements(t.Context(), graph.KeyElementsQuery{Facts: []graph.ID{fact("F.")}}))
		got := lists.SetOf(rows, func(r graph.KeyElementRow) string { return r.Norm })
		wanted := lists.Set(want)
		same(t, "key elements of the fact", got, wanted)
	}
	one, two, three := says("1.txt", "a", "b"), says("2.txt", "b", "c"), says("3.txt", "c")
	mustApply(t, store, graph.Change{Add: []graph.Bundle{one, two, three}})
	expect("a", "b", "c")
	mustApply(t, store, graph.Change{Remove: []graph.ID{one.Document.ID}})
	expect("b", "c")
	// The key element b stays with another document, while no chunk links it to the fact.
	mustApply(t, store, graph.Change{Add: []graph.Bundle{naming("b.txt", "b", "", "", 1),
		Bundle("x.txt", "", Piece{Text: "b", Mentions: []Named{{Surface: "b"}}})}})
	mustApply(t, store, graph.Change{Remove: []graph.ID{two.Document.ID}})
	expect("c")
	same(t, "neighbours of b", len(must[[]graph.Neighbour](t)(store.Neighbours(t.Context(), graph.NeighboursQuery{Element: element("b")}))), 0)
	found := must[[]graph.KeyElement](t)(store.Find(t.Context(), graph.FindQuery{IDs: elements("b")}))
	same(t, "key element b", len(found), 1)
	mustApply(t, store, graph.Change{Remove: []graph.ID{three.Document.ID}})
	expect()
}

func aggregateRelation(t *testing.T, store graph.Store) {
	says := func(i int, head, tail string) graph.Bundle {
		return Bundle(fmt.Sprint(i, ".txt"), "", Piece{
			Text: head + " and " + tail, Mentions: []Named{{Surface: head, Norm: "h"}, {Surface: tail, Norm: "t"}},
			Relations: []Link{{Head: "h", Relation: "REL", Tail: "t", HeadText: head, TailText: tail}},
		})
	}
	expect := func(want ...string) {
		t.Helper()
		rows := must[[]graph.RelationRow](t)(store.Relations(t.Context(), graph.RelationsQuery{Elements: elements("t")}))
		got, _ := lines(rows, nil, func(r graph.RelationRow) string {
			return fmt.Sprintf("%s %d %s>%s", r.Name, r.Support, r.HeadName, r.TailName)
		})
		sameLines(t, "relations", got, want)
	}
	bundles := []graph.Bundle{says(1, "Hb", "Tb"), says(2, "Ha", "Tb"), says(3, "Hb", "Ta"), says(4, "Hb", "Ta")}
	mustApply(t, store, graph.Change{Add: bundles})
	expect("Hb REL Ta 4 Hb>Ta")
	mustApply(t, store, graph.Change{Remove: []graph.ID{bundles[3].Document.ID}})
	expect("Ha REL Tb 3 Hb>Tb")
	mustApply(t, store, graph.Change{Remove: []graph.ID{bundles[0].Document.ID, bundles[1].Document.ID}})
	expect("Hb REL Ta 1 Hb>Ta")
	mustApply(t, store, graph.Change{Remove: []graph.ID{bundles[2].Document.ID}})
	expect()
}
