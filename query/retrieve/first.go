package retrieve

import "math"

// firstCandidates is the number of passages that the first model judges.
const firstCandidates = 60

// firstFeatures returns the names of the first model's inputs, in the order of first.
func firstFeatures() []string {
	return []string{
		"words", "titles", // BM25 of the bag and of the title, as shares of the best
		"link", "ambiguity", // confidence that the question names its document
		"title covered",            // share of the question in the title, by idf
		"person",                   // question and passage are both about people, or not
		"walk",                     // root of its share of the walk
		"log words",                // ln(1+BM25)
		"covered", "best sentence", // share of the question in it, and in its best sentence
		"title share", // share of the title that the question has
		"linked lead", // it is the first chunk of a document that the question names
	}
}

// first returns the first model's features of a passage.
func (s *Study) first(p int32) []float64 {
	l, linked := s.links[s.passages[p].document]
	every := s.every()
	return []float64{
		s.words[p], s.titles[p], l.strength, l.ambiguity, s.among(s.titled[p], every), s.fits(p),
		math.Sqrt(s.walk[p]), math.Log1p(s.rawWords[p]),
		s.among(s.holds[p], every), s.bestSentence(p, every), s.titleShare(p), flag(linked && s.passages[p].index == 0),
	}
}

// titleShare returns the share of the title's words that are in the question.
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

// candidates returns the passages for the first model, by an untrained score, then number.
func (s *Study) candidates() []int32 {
	best := newBest(firstCandidates)
	for i := range s.passages {
		score := round(s.words[i] + float64(1.5*s.links[s.passages[i].document].strength) + math.Sqrt(s.walk[i]))
		if score > 0 && s.scope.holds(int32(i)) {
			best.offer(scored{int32(i), score})
		}
	}
	return numbers(best.list)
}
