package retrieve

import (
	"encoding/json"
	"math"
	"testing"

	"grove/internal/fault"
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
		if p := m.Probability(c.features); math.Abs(logit(p)-c.want) > 1e-9 {
			t.Errorf("%v: probability %v", c.features, p)
		}
	}
}

func TestParseChainRefuses(t *testing.T) {
	change := func(f func(*Chain)) []byte {
		c := shippedChain(t)
		f(c)
		body, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		return body
	}
	for name, body := range map[string][]byte{
		"no JSON":        []byte("{"),
		"empty":          []byte("{}"),
		"other features": change(func(c *Chain) { c.Hop.Features = c.First.Features }),
		"few weights":    change(func(c *Chain) { c.First.Weights = c.First.Weights[1:] }),
		"endless tree":   change(func(c *Chain) { c.Final.Trees[0].Left[1] = 1 }),
		"leads outside":  change(func(c *Chain) { c.Final.Trees[0].Left[0] = 999 }),
		"no feature":     change(func(c *Chain) { c.Final.Trees[0].Feature[0] = -1 }),
		"uneven":         change(func(c *Chain) { c.Final.Trees[0].Limit = nil }),
		"no node":        change(func(c *Chain) { c.Final.Trees[0] = Tree{} }),
	} {
		if _, err := ParseChain(body); !fault.Is(err, fault.Corrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzParseChain(f *testing.F) {
	f.Add(Shipped())
	f.Add([]byte(`{"final":{"trees":[{"f":[0],"t":[0],"l":[0]}]}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		c, err := ParseChain(body)
		if err != nil {
			return
		}
		New(library(), nil).Study("Who directed Winter Harbour?").Chained(c, 3)
	})
}
