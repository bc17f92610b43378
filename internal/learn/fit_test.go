package learn

import (
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"
)

// sample draws rows of two features, wanted with the probability that odds gives.
func sample(n int, odds func(a, b float64) float64) []Row {
	r := rand.New(rand.NewPCG(7, 8))
	rows := make([]Row, n)
	for i := range rows {
		a, b := r.NormFloat64(), 3+2*r.NormFloat64()
		rows[i] = Row{Features: []float64{a, b}, Weight: 1}
		if r.Float64() < 1/(1+math.Exp(-odds(a, b))) {
			rows[i].Target = 1
		}
	}
	return rows
}

func TestLogisticFindsTheOdds(t *testing.T) {
	m := FitLogistic([]string{"a", "b"}, sample(20000, func(a, b float64) float64 { return 1.5*a - 0.7*b + 0.4 }))
	for i, want := range []float64{1.5, -0.7} {
		if math.Abs(m.Weights[i]-want) > 0.1 {
			t.Errorf("weight %d: %v, want %v", i, m.Weights[i], want)
		}
	}
	if math.Abs(m.Bias-0.4) > 0.15 {
		t.Errorf("bias %v, want 0.4", m.Bias)
	}
}

// TestTreesFindWhatNoSumCan uses wanted where one feature is large and the other small.
func TestTreesFindWhatNoSumCan(t *testing.T) {
	rows := sample(5000, func(a, b float64) float64 {
		if (a > 0) != (b > 3) {
			return 8
		}
		return -8
	})
	m := FitTrees([]string{"a", "b"}, rows, Boosting{Trees: 60, Leaves: 5, LeastRows: 20, Rate: 0.2, L2: 2})
	right := 0
	for _, r := range rows {
		if (m.Probability(r.Features) > 0.5) == (r.Target == 1) {
			right++
		}
	}
	if share := float64(right) / float64(len(rows)); share < 0.97 {
		t.Errorf("%.3f are right", share)
	}
	for _, tree := range m.Trees {
		if len(tree.Left) > 2*5-1 {
			t.Errorf("a tree of %d nodes has more than 5 leaves", len(tree.Left))
		}
	}
}

// TestTreesOnAny: the processors change no tree, also not where each is grown on a part of the rows, whose weight stands for all; without
// rows there is none.
func TestTreesOnAny(t *testing.T) {
	rows := sample(3000, func(a, b float64) float64 { return a * b })
	for i := range rows {
		rows[i].Group = 1 + i/7
	}
	b := Boosting{Trees: 5, Leaves: 5, LeastRows: 5, Rate: 0.2, L2: 2, Steep: 0.1}
	var models []Model
	for _, n := range []int{1, 2, 7} {
		before := runtime.GOMAXPROCS(n)
		models = append(models, FitTrees([]string{"a", "b"}, rows, b))
		runtime.GOMAXPROCS(before)
	}
	if !reflect.DeepEqual(models[0], models[1]) || !reflect.DeepEqual(models[0], models[2]) {
		t.Error("the trees depend on the number of processors")
	}
	if m := FitTrees([]string{"a", "b"}, nil, b); len(m.Trees) != 0 {
		t.Error("trees of no rows")
	}
	g, h := make([]float64, 20000), make([]float64, 20000)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range g {
		g[i], h[i] = r.NormFloat64(), 1
	}
	b.sample(g, h, r)
	sum, grown := 0.0, 0
	for i := range h {
		sum += h[i] / 20000
		if h[i] > 0 {
			grown++
		}
	}
	if math.Abs(sum-1) > 0.1 || grown < 3500 || grown > 4500 {
		t.Errorf("%d rows of 20,000 stand for %.2f of all", grown, sum)
	}
}

// TestTreesChoose: of a group the option of the highest feature is the one wanted, or none if all are below 0.
func TestTreesChoose(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 8))
	groups := make([][]Row, 1500)
	var rows []Row
	for n := range groups {
		best := 0
		for i := range 4 {
			groups[n] = append(groups[n], Row{Features: []float64{r.NormFloat64(), r.NormFloat64()}, Weight: 1, Group: n + 1})
			if groups[n][i].Features[0] > groups[n][best].Features[0] {
				best = i
			}
		}
		if groups[n][best].Features[0] > 0 {
			groups[n][best].Target = 1
		}
		rows = append(rows, groups[n]...)
	}
	m := FitTrees([]string{"a", "b"}, rows, Boosting{Trees: 80, Leaves: 6, LeastRows: 20, Rate: 0.2, L2: 1})
	right := 0
	for _, options := range groups {
		chosen, most := -1, 0.0
		for i, o := range options {
			if odds := m.LogOdds(o.Features); odds > most {
				chosen, most = i, odds
			}
		}
		if chosen < 0 && options[0].Target+options[1].Target+options[2].Target+options[3].Target == 0 || chosen >= 0 && options[chosen].Target == 1 {
			right++
		}
	}
	if share := float64(right) / float64(len(groups)); share < 0.9 {
		t.Errorf("%.3f are right", share)
	}
}
