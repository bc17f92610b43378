package main

import (
	"runtime"
	"slices"
	"sync"

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

// row is a training example.
type row struct {
	features []float64
	wanted   bool
	weight   float64
}

func target(r row) float64 {
	if r.wanted {
		return 1
	}
	return 0
}

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
		First: retrieve.Model{Features: first, Weights: make([]float64, len(first))},
		Hop:   retrieve.Model{Features: hop, Weights: make([]float64, len(hop))},
	}
	c.First = fitLogistic(first, t.rows(questions, &c, firstRows))
	c.Hop = fitLogistic(hop, t.rows(questions, &c, hopRows))
	c.Final = fitTrees(final, t.rows(questions, &c, finalRows), boosting{treeCount, treeLeaves, leastRows, treeRate, treeL2})
	return c
}

// rows collects the training examples of the questions, in their order.
func (t *teacher) rows(questions []asked, c *retrieve.Chain, pick func(retrieve.Lesson, asked) []row) (out []row) {
	parts := make([][]row, len(questions))
	parallel(len(questions), func(i int) {
		q := questions[i]
		parts[i] = pick(q.study.Lesson(c), q)
		for j := range parts[i] {
			parts[i][j].weight *= t.sets[q.set].weight
		}
	})
	return slices.Concat(parts...)
}

func firstRows(l retrieve.Lesson, q asked) (out []row) {
	for _, e := range l.First {
		out = append(out, row{e.Features, q.gold[e.Passage], 1})
	}
	return out
}

// Hops from an irrelevant passage are examples if its probability exceeds seemedWanted.
const (
	seemedWanted = 0.15
	seemedWeight = 0.5
)

func hopRows(l retrieve.Lesson, q asked) (out []row) {
	for _, e := range l.Hops {
		switch {
		case q.gold[e.From]:
			out = append(out, row{e.Features, q.gold[e.Passage], 1})
		case e.Source > seemedWanted:
			out = append(out, row{e.Features, q.gold[e.Passage], seemedWeight})
		}
	}
	return out
}

func finalRows(l retrieve.Lesson, q asked) (out []row) {
	for _, e := range l.Final {
		out = append(out, row{e.Features, q.gold[e.Passage], 1})
	}
	return out
}

// parallel calls f for 0..n-1 on all processors.
func parallel(n int, f func(int)) {
	var wait sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wait.Go(func() {
			for i := w; i < n; i += workers {
				f(i)
			}
		})
	}
	wait.Wait()
}
