package retrieve

import "math"

// firstCandidates is how many passages are judged by themselves.
const firstCandidates = 60

// firstFeatures name what a passage alone says, in the order of first.
func firstFeatures() []string {
	return []string{
		"words", "titles", // BM25 of the bag and of the title, as shares of the best
		"link", "ambiguity", // how surely the question names its document
		"title covered",            // share of the question in the title, by idf
		"person",                   // question and passage are both about people, or not
		"walk",                     // root of its share of the walk
		"log words",                // ln(1+BM25)
		"covered", "best sentence", // share of the question in it, and in its best sentence
		"title share", // share of the title that the question has
		"linked lead", // it begins a document that the question names
	}
}

// first are the features of a passage by itself.
func (s *Study) first(p int32) []float64 {
	l := s.links[s.passages[p].document]
	every := s.every()
	return []float64{
		s.words[p], s.titles[p], l.strength, l.ambiguity, s.among(s.titled[p], every), s.fits(p),
		math.Sqrt(s.walk[p]), math.Log1p(s.rawWords[p]),
		s.among(s.holds[p], every), s.bestSentence(p, every), s.titleShare(p), s.linkLead(p),
	}
}

// titleShare is the share of the title's words that the question has.
func (s *Study) titleShare(p int32) float64 {
	words, shared := 0, 0
	for _, t := range s.passages[p].title.tokens {
		ids := s.lexicon.words[t.word].terms
		if len(ids) == 0 {
			continue
		}
		words++
		if _, ok := s.bit[ids[0]]; ok {
			shared++
		}
	}
	if words == 0 {
		return 0
	}
	return float64(shared) / float64(words)
}

// linkLead is 1 for a chunk that begins the document that the question names.
func (s *Study) linkLead(p int32) float64 {
	if _, ok := s.links[s.passages[p].document]; ok && s.passages[p].index == 0 {
		return 1
	}
	return 0
}

// guess is the untrained score by which candidates are chosen.
func (s *Study) guess(p int32) float64 {
	return s.words[p] + float64(1.5*s.links[s.passages[p].document].strength) + math.Sqrt(s.walk[p])
}

// candidates are the passages worth a judgement; order: guess, number.
func (s *Study) candidates() []int32 {
	best := newBest(firstCandidates)
	for i := range s.passages {
		if g := round(s.guess(int32(i))); g > 0 && s.scope.holds(int32(i)) {
			best.offer(scored{int32(i), g})
		}
	}
	return numbers(best.list)
}
