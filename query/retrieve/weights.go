package retrieve

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"

	"grove/internal/fault"
	"grove/internal/learn"
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
		model *learn.Model
		wants []string
	}{{"first", &c.First, first}, {"hop", &c.Hop, hop}, {"final", &c.Final, final}} {
		if err := m.model.Check(m.wants); err != nil {
			return nil, corrupt(op, fmt.Sprintf("model %s: %v", m.name, err))
		}
	}
	return &c, nil
}

func corrupt(op, message string) error {
	return fault.New(fault.Corrupt, op, "weights", message, "retrain: go run ./query/retrieve/train")
}

func logit(p float64) float64 {
	p = max(1e-6, min(1-1e-6, p))
	return math.Log(p / (1 - p))
}
