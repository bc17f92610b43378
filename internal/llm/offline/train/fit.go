package main

import (
	"cmp"
	"slices"

	"grove/internal/eval/metric"
	"grove/internal/learn"
	"grove/internal/lists"
	"grove/internal/llm/offline"
)

// boosting are the parameters of the model of candidates.
var boosting = learn.Boosting{Trees: 1300, Leaves: 8, LeastRows: 40, Rate: 0.05, L2: 0.2, Unseen: 0.5, Steep: 0.1}

// sureBoosting are those of the expected F1.
var sureBoosting = learn.Boosting{Trees: 300, Leaves: 4, LeastRows: 40, Rate: 0.05, L2: 10}

// fitCandidates fits the model of candidates on the chosen questions.
func fitCandidates(sets []set, chosen func(*asked) bool) learn.Model {
	var rows []learn.Row
	group := 0
	for _, s := range sets {
		for _, q := range s.questions {
			if q.weight == 0 || !chosen(q) {
				continue
			}
			group++
			for _, row := range q.examples {
				row.Group, row.Weight = group, row.Weight*q.weight
				rows = append(rows, row)
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
	// score is offline.Score of it; said is true if it is at least the threshold.
	score float64
	said  bool
}

// best returns the outcome of a question by a model of candidates.
func best(q *asked, m *learn.Model) outcome {
	answer, sure := offline.Best(q.question, q.passages, m)
	out := outcome{asked: q, sure: sure}
	if answer != "" {
		out.f1, out.em = metric.F1(answer, q.answers), metric.ExactMatch(answer, q.answers)
	}
	return out
}

// bestOf returns the outcomes of the chosen questions of a set.
func bestOf(s set, m *learn.Model, chosen func(*asked) bool) []outcome {
	questions := slices.DeleteFunc(slices.Clone(s.questions), func(q *asked) bool { return !chosen(q) })
	out := make([]outcome, len(questions))
	lists.Parallel(len(out), func(i int) { out[i] = best(questions[i], m) })
	return out
}

// fitSure fits the expected F1 and the threshold on outcomes of questions that the model of
// candidates has not seen.
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
			scored[i].score = offline.Score(&m, x.sure)
		}
	}
	return m, calibrate(scored, wanted)
}

// The bounds of a threshold, and the least sum of the shares that sets have answered to decide on it.
const (
	leastThreshold = 0.2
	mostThreshold  = 0.9
	leastShares    = 0.2
)

// calibrate returns the lowest score from which the answers have the mean F1 wanted, all sets counting the same: the limit of
// one set would hang on few answers.
func calibrate(scored []outcome, wanted float64) float64 {
	scored = slices.DeleteFunc(scored, func(x outcome) bool { return x.unanswerable || x.variant })
	slices.SortStableFunc(scored, func(a, b outcome) int { return cmp.Compare(b.score, a.score) })
	size := map[int]float64{}
	for _, x := range scored {
		size[x.set]++
	}
	limit, sum, shares := mostThreshold, 0.0, 0.0
	for i, x := range scored {
		sum += x.f1 / size[x.set]
		shares += 1 / size[x.set]
		last := i+1 == len(scored) || scored[i+1].score < x.score
		if last && shares >= leastShares && sum+1e-9 >= wanted*shares {
			limit = x.score
		}
	}
	return min(max(limit, leastThreshold), mostThreshold)
}
