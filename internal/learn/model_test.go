package learn

import (
	"math"
	"slices"
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

// TestLeaders: with all rows every log-odds is whole; else the best ones stay, in the order of the rows.
func TestLeaders(t *testing.T) {
	m := Model{Features: []string{"a"}}
	for i := range 3*stage + 1 {
		limit := float64(i % 9)
		m.Trees = append(m.Trees, Tree{Feature: []int{0, 0, 0}, Limit: []float64{limit, 0.25, 0.5}, Left: []int{1, 0, 0}})
	}
	rows := [][]float64{{1}, {7}, {2}, {5}, {3}, {4}, {0}, {9}}
	for _, c := range []struct {
		least int
		want  []int
	}{{8, []int{0, 1, 2, 3, 4, 5, 6, 7}}, {3, []int{1, 3, 7}}, {1, []int{7}}} {
		places, odds := m.Leaders(rows, c.least)
		if !slices.Equal(places, c.want) {
			t.Errorf("least %d: %v, want %v", c.least, places, c.want)
		}
		for _, n := range places {
			if odds[n] != m.LogOdds(rows[n]) {
				t.Errorf("least %d, row %d: %v, want %v", c.least, n, odds[n], m.LogOdds(rows[n]))
			}
		}
	}
	if places, odds := m.Leaders(nil, 1); len(places)+len(odds) != 0 {
		t.Errorf("no rows: %v %v", places, odds)
	}
}
