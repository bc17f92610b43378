package offline

import (
	"math"
	"slices"

	"grove/internal/text"
)

// choose answers a multiple-choice question by its options: the one whose words, together with those of the question, stand
// closest together in a passage, words that are rare in the passages counting the most (the sliding window of MCTest, Richardson
// et al. 2013, in steps of sentences). ok is false for another question.
func (k *Kit) choose(q Question, passages []Passage) (out Answer, ok bool) {
	stem, options := text.Options(q.Text)
	if len(options) == 0 {
		return out, false
	}
	w := windowsOf(passages)
	best, second := 0.0, 0.0
	for i, o := range options {
		score, at := w.best(distinct(text.Terms(stem + " " + o)))
		switch {
		case score > best:
			best, second = score, best
			out.Best, out.Support = string(rune('A'+i))+". "+o, []Support{at}
		case score > second:
			second = score
		}
	}
	if best <= second { // nothing, or two are as good
		return Answer{Abstained: true, Missing: lacking(q, k.readings(passages))}, true
	}
	out.Text, out.Score = out.Best, (best-second)/best
	return out, true
}

// windows are the sentences of passages with their terms.
type windows struct {
	sentences []Support
	terms     [][]string
	counts    map[string]int
}

func windowsOf(passages []Passage) windows {
	w := windows{counts: map[string]int{}}
	for p, passage := range passages {
		runes := []rune(passage.Text)
		for _, s := range text.Sentences(passage.Text) {
			terms := text.Terms(string(runes[s.Start:s.End]))
			w.sentences, w.terms = append(w.sentences, Support{p, s}), append(w.terms, terms)
			for _, t := range terms {
				w.counts[t]++
			}
		}
	}
	return w
}

// best returns the weight of the wanted terms in the window that has most of it, with its first sentence. A window begins with
// a sentence and has as many terms as are wanted, or that sentence.
func (w windows) best(wanted []string) (most float64, at Support) {
	for i, first := range w.sentences {
		var found []string
		for j, read := i, 0; j < len(w.terms) && w.sentences[j].Passage == first.Passage && (j == i || read < len(wanted)); j++ {
			for _, t := range w.terms[j] {
				if read++; slices.Contains(wanted, t) && !slices.Contains(found, t) {
					found = append(found, t)
				}
			}
		}
		slices.Sort(found) // sums of the same terms are the same to the last bit
		sum := 0.0
		for _, t := range found {
			sum += math.Log1p(1 / float64(w.counts[t]))
		}
		if sum = math.Round(sum*1e9) / 1e9; sum > most {
			most, at = sum, first
		}
	}
	return most, at
}
