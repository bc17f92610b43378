package retrieve

import (
	"maps"
	"math"
	"slices"

	"grove/internal/learn"
	"grove/internal/lists"
)

// Chain is a trained ranker of three models: First judges a passage by itself, Hop a hop
// from one passage to the next, Final both together.
type Chain struct {
	First learn.Model `json:"first"`
	Hop   learn.Model `json:"hop"`
	Final learn.Model `json:"final"`
}

// The numbers of passages that the final model judges: the best by themselves, by the first
// hops and by the second hops.
const (
	finalFirst  = 40
	finalHops   = 20
	finalSecond = 10
)

// finalFeatures returns the names of the final model's inputs, in the order of final.
func finalFeatures() []string {
	return append([]string{"log-odds first", "log-odds hop", "any hop", "log-odds second", "hop rank", "first rank", "out",
		"source rank", "best source", "sources"}, firstFeatures()...)
}

// chained is the state of a chain on a question, by passage.
type chained struct {
	*Study
	first map[int32]float64 // probability by the first model
	hop   map[int32]float64 // best probability of a first hop to it
	none  map[int32]float64 // probability that no first hop to it is right
	out   map[int32]float64 // best probability of a hop from it
	next  map[int32]float64 // best probability of a second hop to it
	// place is the best reciprocal rank among the hops of one source, source the
	// probability of the best hop's source, count the number of hops to it.
	place, source, count map[int32]float64
	firsts, hops, nexts  []int32 // by probability
	features             map[int32][]float64
	walked               []hop
}

// follow applies the first and the hop model.
func (s *Study) follow(c *Chain) *chained {
	r := &chained{Study: s, first: map[int32]float64{}, hop: map[int32]float64{}, none: map[int32]float64{}, out: map[int32]float64{},
		next: map[int32]float64{}, place: map[int32]float64{}, source: map[int32]float64{}, count: map[int32]float64{},
		features: map[int32][]float64{}}
	for _, p := range s.candidates() {
		r.features[p] = s.first(p)
		r.first[p] = c.First.Probability(r.features[p])
	}
	r.firsts = byProbability(r.first)
	sources := r.firsts[:min(firstSources, len(r.firsts))]
	for _, from := range sources {
		r.take(c, from, r.first[from], r.hop)
	}
	r.hops = byProbability(r.hop)
	belief := maps.Clone(r.first)
	for p, v := range r.none {
		belief[p] = max(belief[p], 1-v)
	}
	expanded := 0
	for _, from := range byProbability(belief) {
		if expanded == secondSources {
			break
		}
		if !slices.Contains(sources, from) {
			expanded++
			r.take(c, from, belief[from], r.next)
		}
	}
	r.nexts = byProbability(r.next)
	return r
}

// take follows the hops of a source and records the best for each target.
func (r *chained) take(c *Chain, from int32, source float64, best map[int32]float64) {
	hops := r.Study.hops(from, source)
	odds := lists.Map(hops, func(h hop) scored { return scored{h.to, round(c.Hop.Probability(h.features))} })
	r.walked = append(r.walked, hops...)
	slices.SortFunc(odds, compareScored)
	for rank, o := range odds {
		if o.score > best[o.passage] {
			best[o.passage] = o.score
			r.source[o.passage] = source
		}
		r.out[from] = max(r.out[from], o.score)
		r.place[o.passage] = max(r.place[o.passage], 1/float64(1+rank))
		r.count[o.passage]++
	}
	for _, o := range odds {
		if _, ok := r.none[o.passage]; !ok {
			r.none[o.passage] = 1
		}
		r.none[o.passage] *= 1 - min(o.score, 0.98)
	}
}

// final returns the final model's features of a passage.
func (r *chained) final(p int32) []float64 {
	features, ok := r.features[p]
	if !ok {
		features = r.Study.first(p)
	}
	none, ok := r.none[p]
	if !ok {
		none = 1
	}
	return append([]float64{
		logit(r.first[p]), logit(r.hop[p]), none, logit(r.next[p]), rankOf(r.hops, p), rankOf(r.firsts, p), r.out[p],
		r.place[p], r.source[p], math.Log1p(r.count[p]),
	}, features...)
}

// finalists returns the passages that the final model judges, by number.
func (r *chained) finalists() []int32 {
	return lists.Sorted(slices.Concat(r.firsts[:min(finalFirst, len(r.firsts))], r.hops[:min(finalHops, len(r.hops))],
		r.nexts[:min(finalSecond, len(r.nexts))]))
}

// scores returns the probability of every passage by the chain. Passages other than the
// finalists follow in the order of the walk.
func (s *Study) scores(c *Chain) []float64 {
	r := s.follow(c)
	out := make([]float64, len(s.passages))
	for i, w := range s.walk {
		out[i] = w * walkTail
	}
	for _, p := range r.finalists() {
		out[p] = walkTail + c.Final.Probability(r.final(p))
	}
	return out
}

// walkTail scales the walk's scores below the probabilities of the finalists.
const walkTail = 1e-7

// byProbability returns the passages by rounded probability from high to low, then number.
func byProbability(of map[int32]float64) []int32 {
	all := make([]scored, 0, len(of))
	for p, v := range of {
		all = append(all, scored{p, round(v)})
	}
	slices.SortFunc(all, compareScored)
	return numbers(all)
}

// rankOf returns 1/(1+rank) of a passage, or 0 if it is not in the list.
func rankOf(list []int32, p int32) float64 {
	if i := slices.Index(list, p); i >= 0 {
		return 1 / float64(1+i)
	}
	return 0
}

// Example is a training example: the features of a passage, or of the hop to it from the
// passage From.
type Example struct {
	Passage, From string
	Features      []float64
	// Source is the probability that a hop's source is relevant.
	Source float64
}

// Lesson has a question's training examples for each model of a chain.
type Lesson struct {
	First, Hops, Final []Example
}

// Lesson returns the training examples of a question. Those of Hops depend on c.First,
// those of Final on c.First and c.Hop.
func (s *Study) Lesson(c *Chain) Lesson {
	var out Lesson
	r, x := s.follow(c), s.Index
	for _, p := range r.firsts {
		out.First = append(out.First, Example{Passage: x.passages[p].id, Features: r.features[p]})
	}
	for _, h := range r.walked {
		out.Hops = append(out.Hops, Example{Passage: x.passages[h.to].id, From: x.passages[h.from].id,
			Features: h.features, Source: h.features[0]})
	}
	for _, p := range r.finalists() {
		out.Final = append(out.Final, Example{Passage: x.passages[p].id, Features: r.final(p)})
	}
	return out
}

// Walked returns the ids of the k best passages by the untrained walk.
func (s *Study) Walked(k int) []string { return s.ids(s.walkScores(s.question, nil), k) }

// Chained returns the ids of the k best passages by a chain.
func (s *Study) Chained(c *Chain, k int) []string { return s.ids(s.scores(c), k) }

// ids returns the ids of the k best passages.
func (x *Index) ids(scores []float64, k int) []string {
	return lists.Map(x.top(scores, k), func(s scored) string { return x.passages[s.passage].id })
}

// Features returns the names of the inputs of a chain's three models.
func Features() (first, hop, final []string) {
	return firstFeatures(), hopFeatures(), finalFeatures()
}
