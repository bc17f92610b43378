package app

import (
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
