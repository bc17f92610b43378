package community

import (
	"cmp"
	"context"
	"slices"

	"grove/internal/lists"
)

// addKeywords finds the keywords of every community.
func addKeywords(ctx context.Context, a *affinity, communities []Community, most int) error {
	return parallel(ctx, len(communities), 16, func() func(from, end int) {
		p := a.perceiver()
		return func(from, end int) {
			for i := from; i < end; i++ {
				communities[i].Keywords = p.keywords(communities[i].Members, most)
			}
		}
	})
}

// keywords returns the members of highest affinity, highest first, ties to the smaller.
func (p *perceiver) keywords(members []int, most int) []int {
	if len(members) == 1 {
		return slices.Clone(members)
	}
	own := lists.Map(members, func(e int) int32 { return int32(e) })
	whole := p.community(own)
	scores, order := make([]int64, len(own)), make([]int, len(own))
	for i, e := range own {
		scores[i], order[i] = p.between(p.entity(e), whole), i
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(scores[j], scores[i]), cmp.Compare(i, j))
	})
	return lists.Map(order[:min(most, len(order))], func(i int) int { return members[i] })
}
