package retrieve

import (
	"cmp"
	"slices"

	"grove/internal/lists"
)

// scored is a passage by its number and its score.
type scored struct {
	passage int32
	score   float64
}

// top returns the k best passages with scores above 0. Order: rounded score from high to
// low, number.
func (x *Index) top(scores []float64, k int) []scored {
	best := newBest(k)
	for i, s := range scores {
		if s = round(s); s > 0 {
			best.offer(scored{int32(i), s})
		}
	}
	return best.list
}

// bestFew is a sorted list of the k best passages offered to it.
type bestFew struct {
	k    int
	list []scored
}

func newBest(k int) *bestFew { return &bestFew{k: k} }

func (b *bestFew) offer(s scored) {
	if n := len(b.list); n == b.k && (n == 0 || compareScored(b.list[n-1], s) <= 0) {
		return
	}
	at, _ := slices.BinarySearchFunc(b.list, s, compareScored)
	b.list = slices.Insert(b.list, at, s)
	b.list = b.list[:min(len(b.list), b.k)]
}

// compareScored orders by score from high to low, then number.
func compareScored(a, b scored) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.passage, b.passage))
}

// numbers returns the passage numbers of a list.
func numbers(list []scored) []int32 {
	return lists.Map(list, func(s scored) int32 { return s.passage })
}
