package retrieve

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
