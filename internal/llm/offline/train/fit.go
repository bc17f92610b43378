package main

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"grove/internal/eval/metric"
	"grove/internal/learn"
	"grove/internal/llm/offline"
)

// boosting are the parameters of the model of candidates.
var boosting = learn.Boosting{Trees: 300, Leaves: 8, LeastRows: 40, Rate: 0.05, L2: 5}

// sureBoosting are those of the expected F1.
var sureBoosting = learn.Boosting{Trees: 150, Leaves: 4, LeastRows: 40, Rate: 0.05, L2: 10}

// wrongOnes is the number of wrong candidates of a question that are examples, drawn by seed;
// rightFrom is the least F1 of a candidate that is always one.
const (
	wrongOnes = 80
	rightFrom = 0.3
)

// fitCandidates fits the model of candidates on the chosen questions. The target is the cube of
// the F1, so that a part of an answer counts little.
func fitCandidates(sets []set, seed uint64, chosen func(*asked) bool) learn.Model {
	var rows []learn.Row
	r := rand.New(rand.NewPCG(seed, 1))
	for _, s := range sets {
		if s.weight == 0 {
			continue
		}
		for _, q := range s.questions {
			if !chosen(q) {
				continue
			}
			right := slices.ContainsFunc(q.f1, func(f float64) bool { return f >= rightFrom })
			most, weight := wrongOnes, s.weight
			if !right {
				most /= 2
			}
			if q.variant {
				weight /= 2
			}
			wrong := 0
			for _, i := range r.Perm(len(q.f1)) {
				f := q.f1[i]
				if !right && !q.unanswerable || f < rightFrom && wrong == most {
					continue
				}
				if f < rightFrom {
					wrong++
				}
				_, features := q.study.Candidate(i)
				rows = append(rows, learn.Row{Features: features, Target: f * f * f, Weight: weight})
			}
		}
	}
	return learn.FitTrees(offline.CandidateFeatures(), rows, boosting)
}

// outcome is the best candidate of a question.
type outcome struct {
	*asked
	sure   []float64
	f1, em float64
	// score is the expected F1; said is true if it is at least the threshold.
	score float64
	said  bool
}

// best returns the outcome of a question by a model of candidates.
func best(q *asked, m *learn.Model) outcome {
	answer, sure := q.study.Best(m)
	out := outcome{asked: q, sure: sure}
	if answer != "" {
		out.f1, out.em = metric.F1(answer, q.answers), metric.ExactMatch(answer, q.answers)
	}
	return out
}

// fitSure fits the expected F1 and the threshold on outcomes of questions that the model of
// candidates has not seen: the lowest one from which the answers of nearly every set have the F1
// wanted.
func fitSure(outcomes []outcome, wanted float64) (m learn.Model, threshold float64) {
	var rows []learn.Row
	for _, x := range outcomes {
		weight := x.weight
		if x.variant && !x.unanswerable {
			weight /= 2
		}
		if x.sure != nil {
			rows = append(rows, learn.Row{Features: x.sure, Target: x.f1, Weight: weight})
		}
	}
	m = learn.FitTrees(offline.SureFeatures(), rows, sureBoosting)
	scored := slices.Clone(outcomes)
	for i, x := range scored {
		if x.sure != nil {
			scored[i].score = m.Probability(x.sure)
		}
	}
	slices.SortStableFunc(scored, func(a, b outcome) int { return cmp.Compare(b.score, a.score) })
	threshold = leastThreshold
	bySet := map[int][]outcome{}
	for _, x := range scored {
		if !x.unanswerable && !x.variant {
			bySet[x.set] = append(bySet[x.set], x)
		}
	}
	var limits []float64
	for _, list := range bySet {
		limits = append(limits, lowest(list, wanted))
	}
	slices.Sort(limits)
	if len(limits) > 0 {
		threshold = max(threshold, limits[len(limits)*2/3])
	}
	return m, min(threshold, mostThreshold)
}

// The bounds of a threshold, and the least number of answers of a set that decide on it.
const (
	leastThreshold = 0.2
	mostThreshold  = 0.9
	leastAnswers   = 8
)

// lowest returns the lowest score from which the mean F1 is the one wanted.
func lowest(list []outcome, wanted float64) float64 {
	limit, sum := mostThreshold, 0.0
	for i, x := range list {
		sum += x.f1
		if i+1 >= min(leastAnswers, len(list)) && sum/float64(i+1) >= wanted {
			limit = x.score
		}
	}
	return limit
}
