package browse

import (
	"testing"
)

// TestWalkCountsOnce: what was left out on one hop and is seen again on the next
// counts once.
func TestWalkCountsOnce(t *testing.T) {
	w := newWalk(nil, NeighbourhoodQuery{Depth: 2, Limit: 2})
	w.depth["a"], w.found["a"] = 0, true
	for hop, edges := range [][]Edge{
		{{Head: "a", Tail: "b", Support: 3}, {Head: "a", Tail: "c", Support: 2}, {Head: "d", Tail: "a", Support: 1}},
		{{Head: "b", Tail: "c", Support: 1}, {Head: "d", Tail: "b", Support: 1}, {Head: "b", Tail: "e", Support: 1}},
	} {
		if _, err := w.take(t.Context(), edges, hop+1); err != nil {
			t.Fatal(err)
		}
	}
	if len(w.found) != 5 || !w.omitted || len(w.depth) != 2 || w.depth["b"] != 1 {
		t.Errorf("found %v, taken %v, omitted %t", w.found, w.depth, w.omitted)
	}
}
