package retrieve

// The walk's constants.
const (
	damping      = 0.85
	walkRounds   = 20
	spanSeed     = 0.4
	passageSeed  = 0.3
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

// walkScores gives every passage its share of a walk from the question.
func (x *Index) walkScores(q question) []float64 {
	bm := x.bag.score(q.terms)
	if m := best(bm); m > 0 {
		for i := range bm {
			bm[i] /= m
		}
	}
	p, e := x.seed(q, bm)
	scores, _ := x.graph.walk(p, e, damping, walkRounds)
	return scores
}
