package metric

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Mean returns the arithmetic mean, 0 without values.
func Mean(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// Deviation returns the sample standard deviation (n-1), as over the runs of ReadAgent's tables; 0
// for fewer than two values.
func Deviation(values []float64) float64 {
	if len(values) < 2 {
		return 0
	}
	mean, sum := Mean(values), 0.0
	for _, v := range values {
		sum += (v - mean) * (v - mean)
	}
	return math.Sqrt(sum / float64(len(values)-1))
}

// Resamples is the number of samples of Bootstrap and Paired.
const Resamples = 5000

// Bootstrap returns the 95 % percentile bootstrap interval of the mean (Efron 1979). Samples are
// drawn with a fixed seed from the sorted values, so that equal values in any order give equal bounds.
func Bootstrap(values []float64) (low, high float64) {
	if len(values) == 0 {
		return 0, 0
	}
	values = slices.Sorted(slices.Values(values))
	random := rand.New(rand.NewPCG(42, uint64(len(values))))
	means := make([]float64, Resamples)
	for i := range means {
		sum := 0.0
		for range values {
			sum += values[random.IntN(len(values))]
		}
		means[i] = sum / float64(len(values))
	}
	slices.Sort(means)
	return Percentile(means, .025), Percentile(means, .975)
}

// Paired returns the two-sided p-value of the hypothesis that two lists of scores of the same
// questions have equal means: the paired randomisation test (Fisher; Smucker et al. 2007), which
// exchanges the two scores of each question at random. Up to 12 differing pairs it is exact, above it draws
// Resamples with a fixed seed. 1 if no pair differs.
func Paired(a, b []float64) float64 {
	var differences []float64
	observed := 0.0
	for i := range a {
		if d := a[i] - b[i]; d != 0 {
			differences = append(differences, d)
			observed += d
		}
	}
	slices.Sort(differences) // so that the order of the questions makes no difference
	n := len(differences)
	if n == 0 {
		return 1
	}
	const tolerance = 1e-9
	atLeast := func(sign func(i int) bool) bool {
		sum := 0.0
		for i, d := range differences {
			if sign(i) {
				d = -d
			}
			sum += d
		}
		return math.Abs(sum) >= math.Abs(observed)-tolerance
	}
	extreme := 0
	if n <= 12 {
		for mask := range 1 << n {
			if atLeast(func(i int) bool { return mask>>i&1 == 1 }) {
				extreme++
			}
		}
		return float64(extreme) / float64(int(1)<<n)
	}
	random := rand.New(rand.NewPCG(42, uint64(n)))
	for range Resamples {
		if atLeast(func(int) bool { return random.IntN(2) == 1 }) {
			extreme++
		}
	}
	return float64(extreme+1) / float64(Resamples+1)
}

// Kappa returns Cohen's kappa of two raters over the same items: the agreement beyond chance, at most
// 1. It is 1 where both use one and the same label.
func Kappa[L comparable](a, b []L) float64 {
	if len(a) == 0 {
		return 0
	}
	agree, countA, countB := 0, map[L]int{}, map[L]int{}
	for i := range a {
		if a[i] == b[i] {
			agree++
		}
		countA[a[i]]++
		countB[b[i]]++
	}
	n, chance := float64(len(a)), 0.0
	for label, c := range countA {
		chance += float64(c) * float64(countB[label]) / (n * n)
	}
	if chance >= 1-1e-12 {
		return 1
	}
	return (float64(agree)/n - chance) / (1 - chance)
}

// Refusal are precision and recall of abstaining from unanswerable questions, and the share of
// wrong refusals. Recall over unanswerable questions alone is LongAgent's No-Mention accuracy (section 4.3).
type Refusal struct {
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	// Abstained and Unanswerable count the questions abstained from and those without an answer.
	Abstained    int `json:"abstained"`
	Unanswerable int `json:"unanswerable"`
}

// Refusals compares abstentions with the questions that have no answer; both lists have one entry
// a question.
func Refusals(abstained, unanswerable []bool) Refusal {
	var r Refusal
	right := 0
	for i, a := range abstained {
		if a {
			r.Abstained++
		}
		if unanswerable[i] {
			r.Unanswerable++
		}
		if a && unanswerable[i] {
			right++
		}
	}
	if r.Abstained > 0 {
		r.Precision = float64(right) / float64(r.Abstained)
	}
	if r.Unanswerable > 0 {
		r.Recall = float64(right) / float64(r.Unanswerable)
	}
	return r
}
