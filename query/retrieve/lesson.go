package retrieve

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
