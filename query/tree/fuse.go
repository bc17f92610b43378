package tree

import (
	"cmp"
	"math"
	"slices"

	"grove/internal/graph"
)

// list is what one route found for one sub-query, the best first, and its
// weight in the fusion.
type list struct {
	weight float64
	items  []item
}

// Weights in the fusion: the route that a sub-query's kind calls for counts
// more, yet so little that its last item does not stand before another's first [G].
const (
	plainWeight  = 1.0
	calledWeight = 1.25
	// fusionRank is the constant of reciprocal rank fusion: 1/(60+rank), as
	// Cormack, Clarke and Büttcher have it.
	fusionRank = 60
)

// fused are the best topK items and chunks over all lists.
type fused struct {
	items  []item
	chunks []graph.ID
}

// fuse ranks items and chunks: those of each sub-query by reciprocal rank over
// its lists, then the sub-queries in turn, so that none crowds out another.
func fuse(queries [][]list, topK int) fused {
	known := map[graph.ID]item{}
	var items, chunks [][]graph.ID
	for _, lists := range queries {
		for _, l := range lists {
			for _, x := range l.items {
				if _, there := known[x.id]; !there {
					known[x.id] = x
				}
			}
		}
		i, c := reciprocal(lists)
		items, chunks = append(items, i), append(chunks, c)
	}
	var out fused
	for _, id := range inTurn(items, topK) {
		out.items = append(out.items, known[id])
	}
	out.chunks = inTurn(chunks, topK)
	return out
}

// reciprocal ranks items and chunks by reciprocal rank: each list gives
// weight/(60+rank), to a chunk for the best item that it states. Order: score
// from high to low, id.
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

// byScore are the ids with the highest scores first.
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

// inTurn takes the first of each list, then the second of each, and so on, each
// id once, up to topK.
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
