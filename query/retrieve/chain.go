package retrieve

import (
	"math"
	"slices"
)

// Chain is a trained ranker: what a passage says by itself (First), what a hop
// from passage to passage says (Hop), and all of it together (Final).
type Chain struct {
	First Model `json:"first"`
	Hop   Model `json:"hop"`
	Final Model `json:"final"`
}

// How many passages the last judgement is over: by themselves, by the first
// hops, by the second.
const (
	finalFirst  = 40
	finalHops   = 20
	finalSecond = 10
)

// finalFeatures name the inputs of the last model, in the order of final.
func finalFeatures() []string {
	return append([]string{"log-odds first", "log-odds hop", "any hop", "log-odds second", "hop rank", "first rank", "out",
		"source rank", "best source", "sources"}, firstFeatures()...)
}

// chained is what the chain finds out on its way, by passage.
type chained struct {
	*Study
	first map[int32]float64 // probability by itself
	hop   map[int32]float64 // best of a first hop
	none  map[int32]float64 // that no first hop is right
	out   map[int32]float64 // best of a hop away
	next  map[int32]float64 // best of a second hop
	// place is the best rank among the hops of one source; source the probability
	// of the best hop's source; count the hops in.
	place, source, count map[int32]float64
	firsts, hops, nexts  []int32 // by probability
	features             map[int32][]float64
	walked               []hop
}

// follow runs the first two steps of the chain.
func (s *Study) follow(c *Chain) *chained {
	r := &chained{Study: s, first: map[int32]float64{}, hop: map[int32]float64{}, none: map[int32]float64{}, out: map[int32]float64{},
		next: map[int32]float64{}, place: map[int32]float64{}, source: map[int32]float64{}, count: map[int32]float64{}, features: map[int32][]float64{}}
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
	belief := map[int32]float64{}
	for p, v := range r.first {
		belief[p] = v
	}
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

// take follows the hops of a source and keeps the best for each target.
func (r *chained) take(c *Chain, from int32, source float64, best map[int32]float64) {
	hops := r.Study.hops(from, source)
	odds := make([]scored, len(hops))
	for i, h := range hops {
		odds[i] = scored{h.to, round(c.Hop.Probability(h.features))}
	}
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

// final are the features of a passage with everything known.
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

// finalists are the passages of the last judgement, by number.
func (r *chained) finalists() []int32 {
	var all []int32
	all = append(all, r.firsts[:min(finalFirst, len(r.firsts))]...)
	all = append(all, r.hops[:min(finalHops, len(r.hops))]...)
	all = append(all, r.nexts[:min(finalSecond, len(r.nexts))]...)
	slices.Sort(all)
	return slices.Compact(all)
}

// scores gives every passage its probability by the chain. Those that are no
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

// walkTail keeps what the chain did not judge below what it did.
const walkTail = 1e-7

// byProbability lists passages; order: rounded probability from high to low, number.
func byProbability(of map[int32]float64) []int32 {
	all := make([]scored, 0, len(of))
	for p, v := range of {
		all = append(all, scored{p, round(v)})
	}
	slices.SortFunc(all, compareScored)
	return numbers(all)
}

// rankOf is 1/(1+rank), or 0 for one that is not in the list.
func rankOf(list []int32, p int32) float64 {
	if i := slices.Index(list, p); i >= 0 {
		return 1 / float64(1+i)
	}
	return 0
}

// Example is one row to learn from: the features of a passage, or of the hop
// From one passage to another.
type Example struct {
	Passage, From string
	Features      []float64
	// Source is the probability that a hop's source is wanted.
	Source float64
}

// Lesson is what a question shows each model of a chain, given the models before it.
type Lesson struct {
	First, Hops, Final []Example
}

// Lesson gives the rows of a question for training. The rows of Hops rest on
// chain.First, those of Final on both.
func (s *Study) Lesson(c *Chain) Lesson {
	var out Lesson
	r, x := s.follow(c), s.Index
	for _, p := range r.firsts {
		out.First = append(out.First, Example{Passage: x.passages[p].id, Features: r.features[p]})
	}
	for _, h := range r.walked {
		out.Hops = append(out.Hops, Example{Passage: x.passages[h.to].id, From: x.passages[h.from].id, Features: h.features, Source: h.features[0]})
	}
	for _, p := range r.finalists() {
		out.Final = append(out.Final, Example{Passage: x.passages[p].id, Features: r.final(p)})
	}
	return out
}

// Walked names the k best passages by the untrained walk.
func (s *Study) Walked(k int) []string { return s.ids(s.walkScores(s.question, nil), k) }

// Chained names the k best passages by a chain.
func (s *Study) Chained(c *Chain, k int) []string { return s.ids(s.scores(c), k) }

// ids names the k best passages.
func (x *Index) ids(scores []float64, k int) []string {
	top := x.top(scores, k)
	out := make([]string, len(top))
	for i, s := range top {
		out[i] = x.passages[s.passage].id
	}
	return out
}

// Features names the inputs of the three models of a chain.
func Features() (first, hop, final []string) {
	return firstFeatures(), hopFeatures(), finalFeatures()
}
