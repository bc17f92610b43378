package retrieve

import (
	"encoding/json"
	"testing"

	"grove/internal/fault"
	"grove/internal/learn"
)

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
		"no node":        change(func(c *Chain) { c.Final.Trees[0] = learn.Tree{} }),
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
