package workspace

import (
	"testing"

	"grove/internal/config"
	"grove/internal/llm"
)

// TestPrices: each price of the settings wins over its list price.
func TestPrices(t *testing.T) {
	for name, c := range map[string]struct {
		own  config.LLM
		want llm.Prices
	}{
		"list":          {config.LLM{}, llm.Prices{Prompt: 0.4, Completion: 1.6, Prefix: 0.1}},
		"of the prefix": {config.LLM{PricePrefix: 0.2}, llm.Prices{Prompt: 0.4, Completion: 1.6, Prefix: 0.2}},
		"of replies":    {config.LLM{PriceCompletion: 3}, llm.Prices{Prompt: 0.4, Completion: 3, Prefix: 0.1}},
		"of prompts":    {config.LLM{PricePrompt: 0.05}, llm.Prices{Prompt: 0.05, Completion: 1.6}},
		"elsewhere":     {config.LLM{Endpoint: config.Endpoint{BaseURL: config.NewAddress("http://localhost/v1")}, PricePrompt: 1}, llm.Prices{Prompt: 1}},
	} {
		if got := Prices(config.Config{Model: "gpt-4.1-mini", LLM: c.own}); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
