package retrieve

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"grove/internal/fault"
)

// shipped are the weights trained by query/retrieve/train, whose documentation has the
// command.
//
//go:embed weights.json
var shipped []byte

// Shipped returns the embedded weights of the trained chain.
func Shipped() []byte { return shipped }

// ParseChain parses a chain in JSON. Features other than those of this program and invalid
// trees are Corrupt.
func ParseChain(body []byte) (*Chain, error) {
	const op = "retrieve.ParseChain"
	var c Chain
	if err := json.Unmarshal(body, &c); err != nil {
		return nil, corrupt(op, "the weights are not valid JSON: "+err.Error())
	}
	first, hop, final := Features()
	for _, m := range []struct {
		name  string
		model *Model
		wants []string
	}{{"first", &c.First, first}, {"hop", &c.Hop, hop}, {"final", &c.Final, final}} {
		if err := m.model.check(m.wants); err != nil {
			return nil, corrupt(op, fmt.Sprintf("model %s: %v", m.name, err))
		}
	}
	return &c, nil
}

func corrupt(op, message string) error {
	return fault.New(fault.Corrupt, op, "weights", message, "retrain: go run ./query/retrieve/train")
}

// check rejects a model of other features, and trees that do not terminate.
func (m *Model) check(wants []string) error {
	if !slices.Equal(m.Features, wants) {
		return fmt.Errorf("trained on other features")
	}
	if len(m.Weights) != 0 && len(m.Weights) != len(wants) {
		return fmt.Errorf("%d weights for %d features", len(m.Weights), len(wants))
	}
	for n, t := range m.Trees {
		if len(t.Left) == 0 || len(t.Feature) != len(t.Left) || len(t.Limit) != len(t.Left) {
			return fmt.Errorf("tree %d: uneven lists", n)
		}
		for i, left := range t.Left {
			if left != 0 && (left <= i || left+1 >= len(t.Left)) || t.Feature[i] < 0 || t.Feature[i] >= len(wants) {
				return fmt.Errorf("tree %d: node %d is invalid", n, i)
			}
		}
	}
	return nil
}

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

// LogOdds returns the log-odds of relevance.
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

// Probability returns the probability of relevance, in (0,1).
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
