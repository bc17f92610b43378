package retrieve

import (
	"math/bits"
	"slices"

	"grove/internal/lists"
)

// maxQuestionTerms bounds the distinct terms of a question that have a bit of their own;
// further terms count for BM25 alone.
const maxQuestionTerms = 64

// terms is a set of a question's distinct terms, one bit each.
type terms uint64

// Study is the analysis of one question on one index: the scores of all passages and the
// terms of the question in each. It is not safe for concurrent use.
type Study struct {
	*Index
	question question
	// idf is that of each distinct term; bit is its index by term number.
	idf []float64
	bit map[uint32]uint8
	all float64 // sum of idf
	// words, titles and walk are scores of all passages as shares of the best; rawWords
	// are the unscaled BM25 scores.
	words, titles, walk, rawWords []float64
	// holds are the question's terms in each passage, titled those in its title.
	holds, titled []terms
	// links are the links of the question's names by document.
	links map[int32]linked
	cue   *cueWords
	// person is true if the question asks for a property of a person.
	person bool
	// sentences caches the question's terms in the sentences of each passage.
	sentences map[int32][]terms
	// scope are the passages that may be returned.
	scope inside
}

// linked is a link from a question to a document: its confidence and ambiguity, 0 to 1.
type linked struct{ strength, ambiguity float64 }

// Study analyses a question and scores all passages by words and by the walk.
func (x *Index) Study(text string) *Study { return x.study(text, nil) }

// study is Study restricted to a scope: other passages score 0.
func (x *Index) study(text string, in inside) *Study {
	s := &Study{Index: x, scope: in, question: x.ask(text), bit: map[uint32]uint8{}, links: map[int32]linked{},
		cue: newCueWords(), sentences: map[int32][]terms{}}
	s.holds, s.titled = make([]terms, len(x.passages)), make([]terms, len(x.passages))
	for _, t := range s.question.terms {
		if _, seen := s.bit[t]; seen || t == none || len(s.idf) == maxQuestionTerms {
			continue
		}
		at := uint8(len(s.idf))
		s.bit[t] = at
		s.idf = append(s.idf, x.bag.idf(t))
		s.all += s.idf[at]
		for _, p := range x.bag.of(t) {
			s.holds[p.passage] |= 1 << at
		}
		for _, p := range x.titles.of(t) {
			s.titled[p.passage] |= 1 << at
		}
		s.cue.add(x.cues[t])
		s.person = s.person || x.personTerms[t]
	}
	s.rawWords = in.mask(x.bag.score(s.question.terms))
	s.words, s.titles = share(s.rawWords), share(in.mask(x.titles.score(s.question.terms)))
	p, e := x.seed(s.question, s.words)
	s.walk = share(in.mask(x.graph.walk(p, e, rankDamping, walkRounds)))
	s.link()
	return s
}

// rankDamping is the damping of the walk as a feature of the chain.
const rankDamping = 0.8

// share returns scores as shares of the best.
func share(scores []float64) []float64 {
	out := make([]float64, len(scores))
	if top := best(scores); top > 0 {
		for i, v := range scores {
			out[i] = v / top
		}
	}
	return out
}

// link computes the links of the question.
func (s *Study) link() {
	for _, m := range s.question.links {
		targets := s.aliases.list[m.alias].targets
		for i, t := range targets {
			if int(t.entity) >= s.documents {
				continue
			}
			rivals := lists.Count(targets, func(other target) bool { return other.weight >= t.weight })
			strength := t.weight * (0.5 + 0.5*float64(min(m.last-m.first, 3))/3) / float64(rivals)
			if i > 0 && t.weight < targets[0].weight {
				strength /= 2
			}
			if l, ok := s.links[t.entity]; !ok || strength > l.strength {
				s.links[t.entity] = linked{strength, 1 - 1/float64(len(targets))}
			}
		}
	}
}

// weigh returns the idf of a set of terms as a share of the question's.
func (s *Study) weigh(set terms) float64 {
	if s.all == 0 {
		return 0
	}
	sum := 0.0
	for set != 0 {
		at := bits.TrailingZeros64(uint64(set))
		sum += s.idf[at]
		set &= set - 1
	}
	return sum / s.all
}

// among returns the share of whole, by idf, that is in set.
func (s *Study) among(set, whole terms) float64 {
	if w := s.weigh(whole); w > 0 {
		return s.weigh(set&whole) / w
	}
	return 0
}

// every returns the set of all terms of the question.
func (s *Study) every() terms {
	if len(s.idf) == maxQuestionTerms {
		return ^terms(0)
	}
	return 1<<len(s.idf) - 1
}

// in returns the question's terms among tokens.
func (s *Study) in(tokens []token) (set terms) {
	for _, t := range tokens {
		if t.word == none {
			continue
		}
		for _, id := range s.lexicon.words[t.word].terms {
			if at, ok := s.bit[id]; ok {
				set |= 1 << at
			}
		}
	}
	return set
}

// sentencesOf returns the question's terms in each sentence of a passage.
func (s *Study) sentencesOf(p int32) []terms {
	if sets, ok := s.sentences[p]; ok {
		return sets
	}
	body := s.passages[p].body
	sets := make([]terms, len(body.sentences))
	if s.holds[p] != 0 {
		for i := range sets {
			first, last := body.sentence(i)
			sets[i] = s.in(body.tokens[first:last])
		}
	}
	s.sentences[p] = sets
	return sets
}

// bestSentence returns the largest share of the wanted terms in one sentence.
func (s *Study) bestSentence(p int32, wanted terms) float64 {
	whole, most := s.weigh(wanted), 0.0
	if whole == 0 {
		return 0
	}
	for _, set := range s.sentencesOf(p) {
		most = max(most, s.weigh(set&wanted))
	}
	return most / whole
}

// fits returns 0 for a question not about a person, else +0.5 for a passage about a person and
// -0.5 for another.
func (s *Study) fits(p int32) float64 {
	if !s.person {
		return 0
	}
	if s.passages[p].person {
		return 0.5
	}
	return -0.5
}

// sentenceAt returns the number of the sentence of a token.
func (r reading) sentenceAt(token int) int {
	at, found := slices.BinarySearch(r.sentences, int32(token))
	if !found {
		at--
	}
	return max(at, 0)
}
