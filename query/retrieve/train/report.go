package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"grove/internal/lists"
)

// found is the recall of a ranker on one question, at 2 and at 5.
type found [2]float64

// depths are the ranks at which recall is measured.
var depths = [2]int{2, 5}

// crossValidate prints the recall on every set, with each question ranked by a chain fitted
// without its fold.
func (t *teacher) crossValidate(w io.Writer, o options) {
	results := make([][]found, len(t.sets))
	spread := make([][]float64, len(t.sets))
	for i, s := range t.sets {
		results[i] = make([]found, len(s.questions))
	}
	for fold := range o.folds {
		c := t.fit(func(q asked) bool { return q.fold != fold })
		for i, s := range t.sets {
			var atTwo []float64
			inFold := func(q asked) bool { return q.fold == fold }
			for n, f := range measure(s.questions, inFold, func(q asked) []string { return q.study.Chained(&c, depths[1]) }) {
				results[i][n] = f
				atTwo = append(atTwo, f[0])
			}
			spread[i] = append(spread[i], mean(atTwo))
		}
	}
	for i, s := range t.sets {
		walked := make([]found, len(s.questions))
		for n, f := range measure(s.questions, all, func(q asked) []string { return q.study.Walked(depths[1]) }) {
			walked[n] = f
		}
		fmt.Fprintf(w, "%s: %d questions, %d folds, seed %d\n", s.name, len(s.questions), o.folds, o.seed)
		for d, k := range depths {
			base, got := column(walked, d), column(results[i], d)
			low, high := bootstrap(base, got, o.seed)
			fmt.Fprintf(w, "  recall@%d  walk %.3f  chain %.3f  gain %+.3f (95 %% from %+.3f to %+.3f)\n",
				k, mean(base), mean(got), mean(got)-mean(base), low, high)
		}
		fmt.Fprintf(w, "  between folds, recall@2: deviation %.3f\n", deviation(spread[i]))
	}
}

// transfer prints the recall on each set by a chain fitted on the others. The same folder
// without titles does not count as another set.
func (t *teacher) transfer(w io.Writer) {
	for _, s := range t.sets {
		c := t.fit(func(q asked) bool { return t.sets[q.set].dir != s.dir })
		ranked := measure(s.questions, all, func(q asked) []string { return q.study.Chained(&c, depths[1]) })
		results := slices.Collect(maps.Values(ranked))
		fmt.Fprintf(w, "%s, fitted on the others: recall@2 %.3f, recall@5 %.3f\n", s.name, mean(column(results, 0)),
			mean(column(results, 1)))
	}
}

// all selects every question.
func all(asked) bool { return true }

// measure returns the recall on the selected questions, by their number.
func measure(questions []asked, wanted func(asked) bool, rank func(asked) []string) map[int]found {
	results := make([]found, len(questions))
	lists.Parallel(len(questions), func(i int) {
		if q := questions[i]; wanted(q) {
			ids := rank(q)
			results[i] = found{recall(ids, q.gold, depths[0]), recall(ids, q.gold, depths[1])}
		}
	})
	out := map[int]found{}
	for i, q := range questions {
		if wanted(q) {
			out[i] = results[i]
		}
	}
	return out
}

// recall returns the share of the gold passages among the first k.
func recall(ids []string, gold map[string]bool, k int) float64 {
	hits := lists.Count(ids[:min(k, len(ids))], func(id string) bool { return gold[id] })
	return float64(hits) / float64(len(gold))
}

// resamples is the number of bootstrap samples.
const resamples = 2000

// bootstrap returns the 95 % interval of the mean gain, by paired bootstrap.
func bootstrap(base, got []float64, seed uint64) (low, high float64) {
	r := rand.New(rand.NewPCG(seed, 1))
	gains := make([]float64, resamples)
	for i := range gains {
		for range base {
			n := r.IntN(len(base))
			gains[i] += (got[n] - base[n]) / float64(len(base))
		}
	}
	slices.Sort(gains)
	return gains[resamples*25/1000], gains[resamples*975/1000]
}

func column(of []found, depth int) []float64 {
	return lists.Map(of, func(f found) float64 { return f[depth] })
}

func mean(x []float64) float64 {
	return lists.Sum(x, func(v float64) float64 { return v }) / float64(max(len(x), 1))
}

// deviation returns the standard deviation of a sample.
func deviation(x []float64) float64 {
	m := mean(x)
	return math.Sqrt(lists.Sum(x, func(v float64) float64 { return (v - m) * (v - m) }) / float64(max(len(x)-1, 1)))
}
