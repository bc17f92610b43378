package offline

import "grove/internal/learn"

// Study is a question with the passages read for it, for training.
type Study struct {
	question Question
	passages []Passage
	guesses  []guess
}

// Study reads passages for a question and computes the features of all candidates.
func (k *Kit) Study(q Question, passages []Passage) *Study {
	return &Study{q, passages, view(newQuery(q), k.readings(passages)).guesses()}
}

// Len returns the number of candidates.
func (s *Study) Len() int { return len(s.guesses) }

// Candidate returns the text of a candidate and the inputs of Reader.Candidates.
func (s *Study) Candidate(i int) (answer string, features []float64) {
	return s.guesses[i].text, s.guesses[i].features
}

// Best returns the answer by a model of candidates, "" if there is none, and the inputs of
// Reader.Sure.
func (s *Study) Best(m *learn.Model) (answer string, sure []float64) {
	k := NewWith(&Reader{Candidates: *m})
	a := k.solve(newQuery(s.question), k.readings(s.passages))
	return a.Best, a.sure
}
