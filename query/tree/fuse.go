package tree

import (
	"cmp"
	"math"
	"slices"

	"grove/internal/graph"
)

// list is the ranking of one route for one sub-query, or of the chunks that its words find,
// with its weight in the fusion.
type list struct {
	weight float64
	items  []item
	chunks []graph.ID
}

// Weights in the fusion: the route that fits a sub-query's kind has a slightly larger
// weight, so small that its last item does not precede another route's first [G].
const (
	plainWeight  = 1.0
	calledWeight = 1.25
	// exactScore is more than what any number of lists gives.
	exactScore = 1.0
)

// fusion configures reciprocal rank fusion, 1/(rank+place).
type fusion struct {
	rank float64
	// places are the most items of each kind; nil ranks all kinds together.
	places map[itemKind]int
	// exact ranks exact items before all others.
	exact bool
	// least is the least score, as a share of the best, of what is kept.
	least float64
}

// published is reciprocal rank fusion with the usual constant (Cormack, Clarke and Büttcher).
func published() fusion { return fusion{rank: 60} }

// byKind is Grove's fusion [G]. With the constant 60, twice rank 20 precedes the first of one list;
// communities and attributes come from one route each and would lose all places to facts and triples.
func byKind() fusion {
	return fusion{10, map[itemKind]int{tripleItem: 8, attributeItem: 5, factItem: 8, communityItem: 2}, true, 0.2}
}

// fused is the result of a fusion: the best topK items and chunks.
type fused struct {
	items  []item
	chunks []graph.ID
}

// fuse ranks items and chunks: for each sub-query by reciprocal rank over its lists, then
// round-robin over the sub-queries, so that all are represented.
func (f fusion) fuse(queries [][]list, topK int) fused {
	byID := map[graph.ID]item{}
	var chunks [][]graph.ID
	items := map[itemKind][][]graph.ID{}
	for _, lists := range queries {
		for _, l := range lists {
			for _, x := range l.items {
				if _, ok := byID[x.id]; !ok {
					byID[x.id] = x
				}
			}
		}
		ranked, c := f.reciprocal(lists)
		chunks = append(chunks, c)
		of := map[itemKind][]graph.ID{}
		for _, id := range ranked {
			kind := byID[id].of
			if f.places == nil {
				kind = ""
			}
			of[kind] = append(of[kind], id)
		}
		for kind, ids := range of {
			items[kind] = append(items[kind], ids)
		}
	}
	out := fused{chunks: inTurn(chunks, topK)}
	for _, kind := range []itemKind{"", tripleItem, attributeItem, factItem, communityItem} {
		most := topK
		if f.places != nil {
			most = min(topK, f.places[kind])
		}
		for _, id := range inTurn(items[kind], most) {
			out.items = append(out.items, byID[id])
		}
	}
	return out
}

// reciprocal ranks items and chunks by reciprocal rank: each list contributes weight/(rank+place),
// to a chunk once, for the best item that it states. Order: score from high to low, id.
func (f fusion) reciprocal(lists []list) (items, chunks []graph.ID) {
	ofItem, ofChunk := map[graph.ID]float64{}, map[graph.ID]float64{}
	for _, l := range lists {
		seen := map[graph.ID]bool{}
		share := func(place int) float64 { return l.weight / (f.rank + float64(place+1)) }
		for i, c := range l.chunks {
			ofChunk[c] += share(i)
		}
		for i, x := range l.items {
			share := share(i)
			ofItem[x.id] += share
			if f.exact && x.exact {
				ofItem[x.id] = max(ofItem[x.id], exactScore+share)
			}
			for _, c := range x.chunks {
				if !seen[c] {
					seen[c] = true
					ofChunk[c] += share
				}
			}
		}
	}
	return f.byScore(ofItem), f.byScore(ofChunk)
}

// byScore returns the ids by rounded score from high to low, then id, without those far below
// the best that is not exact.
func (f fusion) byScore(scores map[graph.ID]float64) []graph.ID {
	var all []graph.ID
	for id, s := range scores {
		scores[id] = math.Round(s*1e9) / 1e9
		all = append(all, id)
	}
	slices.SortFunc(all, func(a, b graph.ID) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b))
	})
	best := slices.IndexFunc(all, func(id graph.ID) bool { return scores[id] < exactScore })
	return slices.DeleteFunc(all, func(id graph.ID) bool { return best >= 0 && scores[id] < f.least*scores[all[best]] })
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
