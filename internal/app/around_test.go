package app

import (
	"strings"
	"testing"

	"grove/internal/graph"
	"grove/web"
)

// TestWalkCountsOnce: what was left out on one hop and is seen again on the next
// counts once.
func TestWalkCountsOnce(t *testing.T) {
	w := walk{asked: web.Around{Depth: 2, Limit: 2}, depth: map[graph.ID]int{"a": 0}, met: map[graph.ID]bool{"a": true}}
	for hop, edges := range [][]web.Edge{
		{{Head: "a", Tail: "b", Support: 3}, {Head: "a", Tail: "c", Support: 2}, {Head: "d", Tail: "a", Support: 1}},
		{{Head: "b", Tail: "c", Support: 1}, {Head: "d", Tail: "b", Support: 1}, {Head: "b", Tail: "e", Support: 1}},
	} {
		if _, err := w.take(t.Context(), edges, hop+1); err != nil {
			t.Fatal(err)
		}
	}
	if len(w.met) != 5 || !w.left || len(w.depth) != 2 || w.depth["b"] != 1 {
		t.Errorf("met %v, taken %v, left %t", w.met, w.depth, w.left)
	}
}

// TestNeighbourhoodInAScope: elements and edges count what the scope says, and an
// element that it does not mention is not drawn, be it a seed.
func TestNeighbourhoodInAScope(t *testing.T) {
	use(t, settings(t, "w"), func(a *App) {
		for name, text := range map[string]string{
			"a.txt": "Captain Ahab commands the whaler Pequod.",
			"b.txt": "Captain Ahab commands the whaler Pequod. Captain Ahab was born in Hamburg.",
			"c.txt": "Ishmael was born in Lisbon.",
		} {
			if err := ingestText(t, a, name, text); err != nil {
				t.Fatal(err)
			}
		}
		all, err := a.Documents(t.Context(), graph.DocumentsQuery{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		var scope graph.Scope
		for _, d := range all {
			if strings.Contains(d.Source, "a.txt") {
				scope.Documents = []graph.ID{d.ID}
			}
		}
		around := func(seed string, scope graph.Scope) web.Subgraph {
			t.Helper()
			got, err := served{App: a}.Neighbourhood(t.Context(), web.Around{Seeds: []string{seed}, Depth: 1, Limit: 10, Scope: scope})
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		whole, part := around("Captain Ahab", graph.Scope{}), around("Captain Ahab", scope)
		if len(whole.Nodes) == 0 || whole.Nodes[0].Support != 2 {
			t.Errorf("everywhere: %+v", whole.Nodes)
		}
		if len(part.Nodes) == 0 || part.Nodes[0].Support != 1 || len(part.Nodes) != part.Total.Nodes {
			t.Errorf("in one document: %+v", part)
		}
		if got := around("Ishmael", scope); len(got.Nodes) != 0 || got.Total.Nodes != 0 {
			t.Errorf("around what the document does not mention: %+v", got)
		}
	})
}
