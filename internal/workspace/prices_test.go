package workspace

import (
	"testing"

	"grove/internal/config"
	"grove/internal/llm"
)

// TestKeyHint: a missing key is told of where others run the endpoint, and calls are made.
func TestKeyHint(t *testing.T) {
	at := func(model, address, key, tape string) config.Config {
		endpoint := config.Endpoint{BaseURL: config.NewAddress(address), APIKey: key}
		return config.Config{Model: model, LLM: config.LLM{Endpoint: endpoint, Cassette: tape, CassetteMode: "replay"}}
	}
	for name, c := range map[string]struct {
		config config.Config
		want   string
	}{
		"OpenAI":        {at("gpt-4.1-mini", "", "", ""), "no API key is set for https://api.openai.com/v1: set GROVE_LLM_API_KEY"},
		"another":       {at("m", "https://user:secret@models.example/v1", "", ""), "no API key is set for https://models.example/v1: set GROVE_LLM_API_KEY"},
		"with a key":    {at("gpt-4.1-mini", "", "k", ""), ""},
		"one's own":     {at("m", "http://localhost:11434/v1", "", ""), ""},
		"from a file":   {at("m", "", "", "tape.jsonl"), ""},
		"without calls": {at(config.Offline, "", "", ""), ""},
	} {
		if got := KeyHint(c.config); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

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
