package main

import (
	"math"
	"math/rand/v2"
	"testing"
)

// sample draws rows of two features, wanted with the probability that odds gives.
func sample(n int, odds func(a, b float64) float64) []row {
	r := rand.New(rand.NewPCG(7, 8))
	rows := make([]row, n)
	for i := range rows {
		a, b := r.NormFloat64(), 3+2*r.NormFloat64()
		rows[i] = row{[]float64{a, b}, r.Float64() < 1/(1+math.Exp(-odds(a, b))), 1}
	}
	return rows
}

func TestLogisticFindsTheOdds(t *testing.T) {
	m := fitLogistic([]string{"a", "b"}, sample(20000, func(a, b float64) float64 { return 1.5*a - 0.7*b + 0.4 }))
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
	m := fitTrees([]string{"a", "b"}, rows, boosting{60, 5, 20, 0.2, 2})
	right := 0
	for _, r := range rows {
		if (m.Probability(r.features) > 0.5) == r.wanted {
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

func TestBootstrap(t *testing.T) {
	base, got := make([]float64, 200), make([]float64, 200)
	for i := range got {
		got[i] = float64(i % 2) // a gain of 0.5 on average
	}
	low, high := bootstrap(base, got, 1)
	if low < 0.4 || low > 0.48 || high < 0.52 || high > 0.6 {
		t.Errorf("from %v to %v", low, high)
	}
	if low, high := bootstrap(base, base, 1); low != 0 || high != 0 {
		t.Errorf("nothing gained: from %v to %v", low, high)
	}
}

func TestReadSetRefuses(t *testing.T) {
	if _, err := readSet(t.TempDir(), 0, true); err == nil {
		t.Error("no error for a folder without a corpus")
	}
	if _, _, err := weighed("set=-1"); err == nil {
		t.Error("no error for a weight below 0")
	}
}
