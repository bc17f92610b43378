package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"

	"grove/internal/llm/offline"
)

// crossValidate returns the outcome of each question by a model fitted without its fold.
func crossValidate(sets []set, o options) (out []outcome) {
	for fold := range o.folds {
		fmt.Fprintf(os.Stderr, "part %d of %d\n", fold+1, o.folds)
		m := fitCandidates(sets, func(q *asked) bool { return q.fold != fold })
		for _, s := range sets {
			out = append(out, bestOf(s, &m, func(q *asked) bool { return q.fold == fold })...)
		}
	}
	return out
}

// sameFold tells the questions that must not calibrate the answer to another.
func sameFold(a, b outcome) bool { return a.fold == b.fold }

// judged returns outcomes with score and said, by a calibration on those known ones that are not
// related to them.
func judged(known, list []outcome, o options, related func(a, b outcome) bool) []outcome {
	type calibration struct {
		of outcome
		*offline.Reader
	}
	var done []calibration
	out := slices.Clone(list)
	for n, x := range out {
		i := slices.IndexFunc(done, func(c calibration) bool { return related(c.of, x) })
		if i < 0 {
			r := &offline.Reader{}
			r.Sure, r.Threshold = fitSure(slices.DeleteFunc(slices.Clone(known), func(y outcome) bool { return related(x, y) }), o.answered)
			i, done = len(done), append(done, calibration{x, r})
		}
		if x.sure != nil {
			out[n].score = offline.Score(&done[i].Sure, x.sure)
		}
		out[n].said = out[n].score >= done[i].Threshold
	}
	return out
}

// of returns the outcomes of a set.
func of(list []outcome, set int) []outcome {
	return slices.DeleteFunc(slices.Clone(list), func(x outcome) bool { return x.set != set })
}

// transfer reports the sets of o.transfer by models fitted on the sets of other folders.
func transfer(w io.Writer, sets []set, outcomes []outcome, o options) {
	for _, s := range sets {
		if !slices.Contains(o.transfer, s.name) {
			continue
		}
		related := func(other int) bool { return sets[other].dir == s.dir } // also one made from it
		m := fitCandidates(sets, func(q *asked) bool { return !related(q.set) })
		sameSet := func(a, b outcome) bool { return related(a.set) == related(b.set) }
		own := bestOf(s, &m, func(*asked) bool { return true })
		report(w, s.name+", transfer", judged(weighted(outcomes), own, o, sameSet), o.seed)
	}
}

// weighted returns the outcomes of questions with a weight.
func weighted(all []outcome) []outcome {
	return slices.DeleteFunc(slices.Clone(all), func(x outcome) bool { return x.weight == 0 })
}

// report prints the figures of a set, with the 95 % interval of the F1 of the best candidate.
func report(w io.Writer, name string, list []outcome, seed uint64) {
	refused, hopeless, noted := 0, 0, []outcome(nil)
	list = slices.DeleteFunc(slices.Clone(list), func(x outcome) bool {
		if x.unanswerable {
			hopeless++
			if !x.said {
				refused++
			}
		}
		if x.variant && !x.unanswerable {
			noted = append(noted, x)
		}
		return x.unanswerable || x.variant
	})
	var said []outcome
	f1 := make([]float64, len(list))
	for i, x := range list {
		f1[i] = x.f1
		if x.said {
			said = append(said, x)
		}
	}
	low, high := interval(f1, seed)
	em := func(x outcome) float64 { return x.em }
	f := func(x outcome) float64 { return x.f1 }
	fmt.Fprintf(w, "%-50s %4d questions  best EM %.3f F1 %.3f (%.3f to %.3f)  answered %.2f EM %.3f F1 %.3f\n", name, len(list),
		mean(list, em), mean(list, f), low, high, float64(len(said))/math.Max(1, float64(len(list))), mean(said, em), mean(said, f))
	if len(noted) > 0 {
		fmt.Fprintf(w, "%-50s of %d with notes: best F1 %.3f\n", "", len(noted), mean(noted, f))
	}
	if hopeless > 0 {
		fmt.Fprintf(w, "%-50s refused %d of %d unanswerable questions\n", "", refused, hopeless)
	}
}

func mean(list []outcome, of func(outcome) float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += of(x)
	}
	return sum / math.Max(1, float64(len(list)))
}

// resamples is the number of bootstrap samples.
const resamples = 2000

// interval returns the 95 % interval of a mean by bootstrap.
func interval(x []float64, seed uint64) (low, high float64) {
	if len(x) == 0 {
		return 0, 0
	}
	r := rand.New(rand.NewPCG(seed, 2))
	means := make([]float64, resamples)
	for i := range means {
		for range x {
			means[i] += x[r.IntN(len(x))] / float64(len(x))
		}
	}
	slices.Sort(means)
	return means[resamples*25/1000], means[resamples*975/1000]
}
