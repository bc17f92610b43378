package offline

import (
	"math"
	"slices"

	"grove/internal/lists"
	"grove/internal/text"
)

// topWindows are the windows that count for an option: of 1, 2, 3 and 5, two and three did best on four sets of questions.
const topWindows = 3

// choose answers a multiple-choice question by its options: the one whose words, together with those of the question, stand
// closest together in passages, words that are rare there counting the most (the sliding window of MCTest, Richardson et al.
// 2013, in steps of sentences). ok is false for another question.
func (k *Kit) choose(q Question, passages []Passage) (out Answer, ok bool) {
	stem, options := text.Options(q.Text)
	if len(options) == 0 {
		return out, false
	}
	w := windowsOf(passages)
	var best, second match
	for i, o := range options {
		switch m := w.best(distinct(text.Terms(stem + " " + o))); {
		case m.above(best):
			best, second = m, best
			out.Best, out.Support = string(rune('A'+i))+". "+o, []Support{m.at}
		case m.above(second):
			second = m
		}
	}
	if !best.above(second) { // nothing, or two are as good
		return Answer{Abstained: true, Missing: lacking(q, k.readings(passages))}, true
	}
	out.Text, out.Score = out.Best, (best.sum-second.sum)/best.sum
	return out, true
}

// windows are the sentences of passages with their terms.
type windows struct {
	sentences []Support
	terms     [][]string
	counts    map[string]int
}

func windowsOf(passages []Passage) (w windows) {
	for p, passage := range passages {
		runes := []rune(passage.Text)
		for _, s := range text.Sentences(passage.Text) {
			w.sentences = append(w.sentences, Support{p, s})
			w.terms = append(w.terms, text.Terms(string(runes[s.Start:s.End])))
		}
	}
	w.counts = lists.Tally(slices.Concat(w.terms...))
	return w
}

// match is the sum of the weights of an option's terms in its topWindows best windows, the weight in the best one, and its first
// sentence.
type match struct {
	sum, most float64
	at        Support
}

func (m match) above(o match) bool { return m.sum > o.sum || m.sum == o.sum && m.most > o.most }

// best returns the match of the wanted terms. A window begins with a sentence and has as many terms as are wanted, or that sentence.
func (w windows) best(wanted []string) (m match) {
	var all []float64
	for i, first := range w.sentences {
		var found []string
		for j, read := i, 0; j < len(w.terms) && w.sentences[j].Passage == first.Passage && (j == i || read < len(wanted)); j++ {
			for _, t := range w.terms[j] {
				if read++; slices.Contains(wanted, t) && !slices.Contains(found, t) {
					found = append(found, t)
				}
			}
		}
		weight := lists.Sum(found, func(t string) float64 { return math.Log1p(1 / float64(w.counts[t])) })
		if weight > m.most {
			m.most, m.at = weight, first
		}
		all = append(all, weight)
	}
	slices.Sort(all)
	slices.Reverse(all)
	sum := lists.Sum(all[:min(len(all), topWindows)], func(x float64) float64 { return x })
	m.sum, m.most = math.Round(sum*1e6)/1e6, math.Round(m.most*1e6)/1e6 // sums of equal parts are equal in any order
	return m
}
