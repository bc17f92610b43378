package retrieve

import "slices"

// edge leads from a passage to an entity.
type edge struct {
	passage, entity int32
	weight          float64
}

// half is one direction of a bipartite graph as compressed rows: row i has the
// neighbours to[first[i]:first[i+1]].
type half struct {
	first  []int32
	to     []int32
	weight []float64 // of the edge, divided by the degree of the node it comes from
}

// bipartite is the graph of passages and entities, ready to be walked.
type bipartite struct {
	passages, entities int
	// intoPassage gathers what a passage gets from entities, intoEntity the reverse.
	intoPassage, intoEntity half
}

func newBipartite(passages, entities int, edges []edge) bipartite {
	fromPassage, fromEntity := make([]float64, passages), make([]float64, entities)
	for _, e := range edges {
		fromPassage[e.passage] += e.weight
		fromEntity[e.entity] += e.weight
	}
	g := bipartite{passages: passages, entities: entities, intoPassage: newHalf(passages, len(edges)), intoEntity: newHalf(entities, len(edges))}
	for _, e := range edges {
		g.intoPassage.first[e.passage+1]++
		g.intoEntity.first[e.entity+1]++
	}
	g.intoPassage.place()
	g.intoEntity.place()
	nextP, nextE := slices.Clone(g.intoPassage.first), slices.Clone(g.intoEntity.first)
	for _, e := range edges {
		g.intoPassage.put(nextP, e.passage, e.entity, e.weight/fromEntity[e.entity])
		g.intoEntity.put(nextE, e.entity, e.passage, e.weight/fromPassage[e.passage])
	}
	return g
}

func newHalf(rows, edges int) half {
	return half{make([]int32, rows+1), make([]int32, edges), make([]float64, edges)}
}

func (h *half) place() {
	for i := 1; i < len(h.first); i++ {
		h.first[i] += h.first[i-1]
	}
}

func (h *half) put(next []int32, row, to int32, weight float64) {
	h.to[next[row]], h.weight[next[row]] = to, weight
	next[row]++
}

// gather gives out = (1-a) seed + a * what the rows get of x.
func (h *half) gather(out, seed, x []float64, a float64) {
	for i := range out {
		sum := 0.0
		for k := h.first[i]; k < h.first[i+1]; k++ {
			sum += float64(h.weight[k] * x[h.to[k]])
		}
		out[i] = float64((1-a)*seed[i]) + float64(a*sum)
	}
}

// walk is personalised PageRank: rounds of x = (1-a) seed + a P x from x = seed.
// It gives the share of the passages.
func (g *bipartite) walk(seedPassages, seedEntities []float64, a float64, rounds int) (passages, entities []float64) {
	p, e := slices.Clone(seedPassages), slices.Clone(seedEntities)
	nextP, nextE := make([]float64, len(p)), make([]float64, len(e))
	for range rounds {
		g.intoPassage.gather(nextP, seedPassages, e, a)
		g.intoEntity.gather(nextE, seedEntities, p, a)
		p, nextP, e, nextE = nextP, p, nextE, e
	}
	return p, e
}
