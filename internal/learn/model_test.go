package learn

import (
	"math"
	"testing"
)

func TestModel(t *testing.T) {
	tree := Tree{Feature: []int{1, 0, 0}, Limit: []float64{0.5, -1, 2}, Left: []int{1, 0, 0}}
	m := Model{Features: []string{"a", "b"}, Weights: []float64{2, -1}, Bias: 0.5, Trees: []Tree{tree}}
	for _, c := range []struct {
		features []float64
		want     float64
	}{
		{[]float64{1, 0.5}, 0.5 + 2 - 0.5 - 1}, // at the limit is left
		{[]float64{1, 0.6}, 0.5 + 2 - 0.6 + 2},
	} {
		if got := m.LogOdds(c.features); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v: %v, want %v", c.features, got, c.want)
		}
		if p := m.Probability(c.features); math.Abs(math.Log(p/(1-p))-c.want) > 1e-9 {
			t.Errorf("%v: probability %v", c.features, p)
		}
	}
}
