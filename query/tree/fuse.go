package tree

import (
	"cmp"
	"math"
	"slices"

	"grove/internal/graph"
	"grove/query"
)

// list is the ranking of one route for one sub-query, with its weight in the fusion.
type list struct {
	weight float64
	items  []item
}

// Weights in the fusion: the route that fits a sub-query's kind has a slightly larger
// weight, so small that its last item does not precede another route's first [G].
const (
	plainWeight  = 1.0
	calledWeight = 1.25
	// fusionRank is the constant of reciprocal rank fusion, 1/(60+rank) (Cormack, Clarke
	// and Büttcher).
	fusionRank = 60
)

// fused is the result of a fusion: the best topK items and chunks.
type fused struct {
	items  []item
	chunks []graph.ID
}

// fuse ranks items and chunks: for each sub-query by reciprocal rank over its lists, then
// round-robin over the sub-queries, so that all are represented.
func fuse(queries [][]list, topK int) fused {
	byID := map[graph.ID]item{}
	var items, chunks [][]graph.ID
	for _, lists := range queries {
		for _, l := range lists {
			for _, x := range l.items {
				if _, ok := byID[x.id]; !ok {
					byID[x.id] = x
				}
			}
		}
		i, c := reciprocal(lists)
		items, chunks = append(items, i), append(chunks, c)
	}
	return fused{query.Map(inTurn(items, topK), func(id graph.ID) item { return byID[id] }), inTurn(chunks, topK)}
}

// reciprocal ranks items and chunks by reciprocal rank: each list contributes
// weight/(60+rank), to a chunk once, for the best item that it states. Order: score from
// high to low, id.
func reciprocal(lists []list) (items, chunks []graph.ID) {
	ofItem, ofChunk := map[graph.ID]float64{}, map[graph.ID]float64{}
	for _, l := range lists {
		seen := map[graph.ID]bool{}
		for i, x := range l.items {
			share := l.weight / float64(fusionRank+i+1)
			ofItem[x.id] += share
			for _, c := range x.chunks {
				if !seen[c] {
					seen[c] = true
					ofChunk[c] += share
				}
			}
		}
	}
	return byScore(ofItem), byScore(ofChunk)
}

// byScore returns the ids by rounded score from high to low, then id.
func byScore(scores map[graph.ID]float64) []graph.ID {
	var all []graph.ID
	for id, s := range scores {
		scores[id] = math.Round(s*1e9) / 1e9
		all = append(all, id)
	}
	slices.SortFunc(all, func(a, b graph.ID) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b))
	})
	return all
}

// inTurn merges lists round-robin: the first of each, the second of each, and so on, up to
// topK distinct ids.
func inTurn(lists [][]graph.ID, topK int) []graph.ID {
	var out []graph.ID
	for i, more := 0, true; more && len(out) < topK; i++ {
		more = false
		for _, l := range lists {
			if i >= len(l) {
				continue
			}
			more = true
			if len(out) < topK && !slices.Contains(out, l[i]) {
				out = append(out, l[i])
			}
		}
	}
	return out
}
