package retrieve

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"

	"grove/internal/fault"
)

// shipped are the weights that were trained by query/retrieve/train; its
// documentation has the command. Without them the walk ranks alone.
//
//go:embed weights.json
var shipped []byte

// Shipped are the weights that are part of the program.
func Shipped() []byte { return shipped }

// ParseChain reads a chain as JSON. One that was trained on other features than
// this program has, or whose trees lead nowhere, is Corrupt.
func ParseChain(body []byte) (*Chain, error) {
	const op = "retrieve.ParseChain"
	var c Chain
	if err := json.Unmarshal(body, &c); err != nil {
		return nil, corrupt(op, "the weights are no JSON: "+err.Error())
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
	return fault.New(fault.Corrupt, op, "weights", message, "train them anew: go run ./query/retrieve/train")
}

// check refuses a model of other features, and trees that don't end.
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
				return fmt.Errorf("tree %d: node %d leads nowhere", n, i)
			}
		}
	}
	return nil
}
