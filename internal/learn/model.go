// Package learn has the small models of the offline kit and of retrieval, logistic regression (dense, and over hashed features)
// and gradient boosted trees, and fits them. Fitting and predicting are deterministic, the same
// on every machine: sums have a fixed order and products are rounded.
package learn

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Model computes the probability of relevance from features: a logistic regression or
// gradient boosted trees.
type Model struct {
	// Features are the names of the inputs, in order. Weights, one for each, and Bias
	// are in log-odds.
	Features []string  `json:"features"`
	Weights  []float64 `json:"weights,omitempty"`
	Bias     float64   `json:"bias"`
	// Trees add the values of their leaves, in log-odds.
	Trees []Tree `json:"trees,omitempty"`
}

// Tree is a decision tree: if Feature[i] is at most Limit[i], node i continues at node
// Left[i], else at Left[i]+1. A node with Left 0 is a leaf with the value Limit.
type Tree struct {
	Feature []int     `json:"f"`
	Limit   []float64 `json:"t"`
	Left    []int     `json:"l"`
}

// Check returns an error for a model of other features, and for trees that do not terminate.
func (m *Model) Check(features []string) error {
	if !slices.Equal(m.Features, features) {
		return fmt.Errorf("trained on other features")
	}
	if len(m.Weights) != 0 && len(m.Weights) != len(features) {
		return fmt.Errorf("%d weights for %d features", len(m.Weights), len(features))
	}
	for n, t := range m.Trees {
		if len(t.Left) == 0 || len(t.Feature) != len(t.Left) || len(t.Limit) != len(t.Left) {
			return fmt.Errorf("tree %d: uneven lists", n)
		}
		for i, left := range t.Left {
			if left != 0 && (left <= i || left+1 >= len(t.Left)) || t.Feature[i] < 0 || t.Feature[i] >= len(features) {
				return fmt.Errorf("tree %d: node %d is invalid", n, i)
			}
		}
	}
	return nil
}

// LogOdds returns the log-odds of relevance.
func (m *Model) LogOdds(features []float64) float64 {
	_, odds := m.Leaders([][]float64{features}, 1)
	return odds[0]
}

// stage is the number of trees after which Leaders lets rows go.
const stage = 50

// Leaders returns the places of the rows with the highest log-odds, in the order of the rows, and the log-odds of all rows, which are
// whole for the leaders: after each stage of trees the half with the lowest ones so far is let go, down to least rows, or more that are
// equal. It goes tree by tree: rows that are alike then take the same ways one after another, which is faster than row by row.
func (m *Model) Leaders(rows [][]float64, least int) (places []int, odds []float64) {
	places, odds = make([]int, len(rows)), make([]float64, len(rows))
	for n, features := range rows {
		places[n], odds[n] = n, m.Bias
		for i, w := range m.Weights {
			odds[n] += float64(w * features[i])
		}
	}
	for t := range m.Trees {
		if t > 0 && t%stage == 0 && len(places) > least {
			slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(odds[b], odds[a]) })
			limit := odds[places[max(least, len(places)/2)-1]]
			places = slices.DeleteFunc(places, func(n int) bool { return odds[n] < limit })
			slices.Sort(places)
		}
		for _, n := range places {
			odds[n] += m.Trees[t].value(rows[n])
		}
	}
	return places, odds
}

// Probability returns the probability of relevance, in (0,1).
func (m *Model) Probability(features []float64) float64 {
	return 1 / (1 + math.Exp(-m.LogOdds(features)))
}

func (t *Tree) value(features []float64) float64 {
	i := 0
	for t.Left[i] != 0 {
		next := t.Left[i]
		if features[t.Feature[i]] > t.Limit[i] {
			next++
		}
		i = next
	}
	return t.Limit[i]
}

// Row is a training example.
type Row struct {
	Features []float64
	// Target is the probability of relevance, 0 to 1; Weight is at least 0.
	Target, Weight float64
	// Group is 0, or joins adjacent rows into one choice: their targets sum to at most 1, and what
	// they lack is the target of choosing none.
	Group int
}
