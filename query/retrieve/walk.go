package retrieve

import (
	"slices"
)

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

// The walk's constants, chosen for the recall of the untrained walk on four sets
// of questions, with and without titles.
const (
	// damping is the share of each round that follows edges instead of starting anew.
	damping    = 0.85
	walkRounds = 20
	// spanSeed is what a capitalised name that is no alias gets, where an alias gets
	// at most 1; all names together count 1.
	spanSeed = 0.4
	// passageSeed is spread over the passageSeeds best passages by words, by how
	// much they are better than the next.
	passageSeed  = 0.2
	passageSeeds = 10
)

// seed gives where a walk starts: at the entities that the question names, and
// at the passages that match its words best.
func (x *Index) seed(q question, hybrid []float64) (passages, entities []float64) {
	entities = make([]float64, x.graph.entities)
	for _, m := range q.links {
		a := &x.aliases.list[m.alias]
		for _, t := range a.targets {
			entities[t.entity] += t.weight * t.weight * t.weight / a.squares
		}
	}
	for _, s := range q.spans {
		if id, ok := x.spanIDs[spanKey(q.read.tokens[s.first:s.last])]; ok {
			entities[id] += spanSeed
		}
	}
	normalise(entities)
	passages = make([]float64, len(x.passages))
	top := x.top(hybrid, passageSeeds+1)
	if len(top) == 0 {
		return passages, entities
	}
	floor := 0.0
	if len(top) > passageSeeds {
		floor = top[passageSeeds].score
	}
	sum := 0.0
	for _, s := range top {
		sum += s.score - floor
	}
	for _, s := range top {
		if sum > 0 {
			passages[s.passage] = passageSeed * (s.score - floor) / sum
		}
	}
	return passages, entities
}

// normalise scales to a sum of 1; zeros stay.
func normalise(x []float64) {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	if sum == 0 {
		return
	}
	for i := range x {
		x[i] /= sum
	}
}

// walkScores gives every passage in the scope its share of a walk from the question.
func (x *Index) walkScores(q question, in inside) []float64 {
	bm := in.mask(x.bag.score(q.terms))
	if m := best(bm); m > 0 {
		for i := range bm {
			bm[i] /= m
		}
	}
	p, e := x.seed(q, bm)
	scores, _ := x.graph.walk(p, e, damping, walkRounds)
	return in.mask(scores)
}
