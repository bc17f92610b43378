package retrieve

import (
	"math"
)

// Model turns features into the probability that they belong to something
// wanted: a logistic regression, or a sum of small trees.
type Model struct {
	// Features name the inputs, in order. Weights are one for each and Bias is
	// added; both are in log-odds.
	Features []string  `json:"features"`
	Weights  []float64 `json:"weights,omitempty"`
	Bias     float64   `json:"bias"`
	// Trees add their leaves, in log-odds too.
	Trees []Tree `json:"trees,omitempty"`
}

// Tree is a decision tree: node i asks whether Feature[i] is at most Limit[i],
// and goes to node Left[i], else to Left[i]+1. A node with Left 0 is a leaf and
// gives Limit.
type Tree struct {
	Feature []int     `json:"f"`
	Limit   []float64 `json:"t"`
	Left    []int     `json:"l"`
}

// LogOdds is the model's answer before it is made a probability.
func (m *Model) LogOdds(features []float64) float64 {
	sum := m.Bias
	for i, w := range m.Weights {
		sum += float64(w * features[i])
	}
	for i := range m.Trees {
		sum += m.Trees[i].value(features)
	}
	return sum
}

// Probability is in (0,1).
func (m *Model) Probability(features []float64) float64 { return sigmoid(m.LogOdds(features)) }

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

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func logit(p float64) float64 {
	p = max(1e-6, min(1-1e-6, p))
	return math.Log(p / (1 - p))
}
