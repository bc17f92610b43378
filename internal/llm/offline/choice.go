package offline

import (
	"math"
	"slices"

	"grove/internal/lists"
	"grove/internal/text"
)

// topWindows are the windows that count for an option: of 1, 2, 3 and 5, two and three did best on four sets of questions.
const topWindows = 3

// choose answers a multiple-choice question by the option whose words, with those of the question, stand closest together in passages,
// rare words counting the most (the sliding window of MCTest, Richardson et al. 2013, in steps of sentences). ok is false for another one.
func (k *Kit) choose(q Question, passages []Passage) (out Answer, ok bool) {
	stem, options := text.Options(q.Text)
	if len(options) == 0 {
		return out, false
	}
	readings := k.readings(passages)
	termsIn := func(r *reading) [][]string {
		return lists.Map(r.lines, func(l line) []string { return termsOf(l.tokens) })
	}
	terms := lists.Map(readings, termsIn)
	counts := lists.Tally(slices.Concat(slices.Concat(terms...)...))
	best, second := 0.0, 0.0
	for i, o := range options {
		score, at := bestWindow(terms, counts, distinct(text.Terms(stem+" "+o)))
		if score > best {
			best, second = score, best
			out.Best, out.Support = string(rune('A'+i))+". "+o, []Support{readings[at.passage].support(at)}
		} else {
			second = max(second, score)
		}
	}
	if best == second { // nothing, or two are as good
		return Answer{Abstained: true, Missing: lacking(q, readings)}, true
	}
	out.Text, out.Score = out.Best, (best-second)/best
	return out, true
}

// bestWindow returns the sum of the weights of the wanted terms in their topWindows best windows, the best one counted twice, and its
// first sentence. A window begins with a sentence and has as many terms as are wanted, or that sentence; terms are those of the
// sentences of each passage, and counts how often each occurs.
func bestWindow(terms [][][]string, counts map[string]int, wanted []string) (score float64, at place) {
	var weights []float64
	most := 0.0
	for p, lines := range terms {
		for i := range lines {
			var found []string
			for j, read := i, 0; j < len(lines) && (j == i || read < len(wanted)); j++ {
				read += len(lines[j])
				found = append(found, lists.Filter(lines[j], func(t string) bool { return slices.Contains(wanted, t) })...)
			}
			weight := lists.Sum(lists.Once(found), func(t string) float64 { return math.Log1p(1 / float64(counts[t])) })
			if weights = append(weights, weight); weight > most {
				most, at = weight, place{p, i}
			}
		}
	}
	slices.Sort(weights)
	sum := lists.Sum(weights[max(0, len(weights)-topWindows):], func(x float64) float64 { return x })
	return math.Round((sum+most)*1e6) / 1e6, at // sums of equal parts are equal in any order
}
