package main

import (
	"slices"

	"grove/internal/learn"
	"grove/internal/lists"
	"grove/query/retrieve"
)

// The parameters of the final model's gradient boosted trees.
const (
	treeCount  = 200
	treeLeaves = 5
	leastRows  = 20
	treeRate   = 0.06
	treeL2     = 2.0
)

// teacher fits chains on data sets.
type teacher struct{ sets []set }

// fit fits the three models, one after the other, on the chosen questions of the sets with
// a positive weight.
func (t *teacher) fit(chosen func(asked) bool) retrieve.Chain {
	var questions []asked
	for _, s := range t.sets {
		for _, q := range s.questions {
			if s.weight > 0 && chosen(q) {
				questions = append(questions, q)
			}
		}
	}
	first, hop, final := retrieve.Features()
	c := retrieve.Chain{
		First: learn.Model{Features: first, Weights: make([]float64, len(first))},
		Hop:   learn.Model{Features: hop, Weights: make([]float64, len(hop))},
	}
	c.First = learn.FitLogistic(first, t.rows(questions, &c, firstRows))
	c.Hop = learn.FitLogistic(hop, t.rows(questions, &c, hopRows))
	c.Final = learn.FitTrees(final, t.rows(questions, &c, finalRows),
		learn.Boosting{Trees: treeCount, Leaves: treeLeaves, LeastRows: leastRows, Rate: treeRate, L2: treeL2})
	return c
}

// rows collects the training examples of the questions, in their order.
func (t *teacher) rows(questions []asked, c *retrieve.Chain, pick func(retrieve.Lesson, asked) []learn.Row) (out []learn.Row) {
	parts := make([][]learn.Row, len(questions))
	lists.Parallel(len(questions), func(i int) {
		q := questions[i]
		parts[i] = pick(q.study.Lesson(c), q)
		for j := range parts[i] {
			parts[i][j].Weight *= t.sets[q.set].weight
		}
	})
	return slices.Concat(parts...)
}

func example(features []float64, gold bool, weight float64) learn.Row {
	r := learn.Row{Features: features, Weight: weight}
	if gold {
		r.Target = 1
	}
	return r
}

func firstRows(l retrieve.Lesson, q asked) (out []learn.Row) {
	return lists.Map(l.First, func(e retrieve.Example) learn.Row { return example(e.Features, q.gold[e.Passage], 1) })
}

// Hops from an irrelevant passage are examples if its probability exceeds seemedWanted.
const (
	seemedWanted = 0.15
	seemedWeight = 0.5
)

func hopRows(l retrieve.Lesson, q asked) (out []learn.Row) {
	for _, e := range l.Hops {
		switch {
		case q.gold[e.From]:
			out = append(out, example(e.Features, q.gold[e.Passage], 1))
		case e.Source > seemedWanted:
			out = append(out, example(e.Features, q.gold[e.Passage], seemedWeight))
		}
	}
	return out
}

func finalRows(l retrieve.Lesson, q asked) (out []learn.Row) {
	return lists.Map(l.Final, func(e retrieve.Example) learn.Row { return example(e.Features, q.gold[e.Passage], 1) })
}
