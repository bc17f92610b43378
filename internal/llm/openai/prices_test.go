package openai

import (
	"encoding/csv"
	"strconv"
	"strings"
	"testing"

	"grove/internal/config"
	"grove/internal/llm"
)

// TestListPrices: a model and its versions have a price at their provider only.
func TestListPrices(t *testing.T) {
	mini := llm.Prices{Prompt: 0.4, Prefix: 0.1, Completion: 1.6}
	for _, c := range []struct {
		base, model string
		want        llm.Prices
	}{
		{"", "gpt-4.1-mini", mini},
		{"https://api.openai.com/v1", "gpt-4.1-mini-2025-04-14", mini},
		{"", "gpt-4o-2024-05-13", llm.Prices{Prompt: 5, Completion: 15}}, // its own, not that of later versions
		{"https://api.openai.com/v1", "gpt-4.1-mini-tuned", llm.Prices{}},
		{"http://localhost:11434/v1", "gpt-4.1-mini", llm.Prices{}},
		{"https://api.anthropic.com/v1", "claude-sonnet-4-20250514", llm.Prices{Prompt: 3, Prefix: 0.3, Completion: 15}},
		{"https://generativelanguage.googleapis.com/v1beta/openai", "models/gemini-2.5-flash", llm.Prices{Prompt: 0.3, Completion: 2.5}},
		{"https://api.mistral.ai/v1", "mistral-small-latest", llm.Prices{Prompt: 0.1, Completion: 0.3}},
		{"://", "gpt-4.1-mini", llm.Prices{}},
	} {
		if got := ListPrices(config.NewAddress(c.base), c.model); got != c.want {
			t.Errorf("%s %s: %+v, want %+v", c.base, c.model, got, c.want)
		}
	}
}

// TestPriceTable: every row has a host, a model and prices, the one of cached tokens no higher.
func TestPriceTable(t *testing.T) {
	r := csv.NewReader(strings.NewReader(prices))
	r.Comment, r.FieldsPerRecord = '#', 5
	rows, err := r.ReadAll()
	if err != nil || len(rows) == 0 {
		t.Fatal(len(rows), err)
	}
	seen := map[string]bool{}
	for _, row := range rows {
		p, err := strconv.ParseFloat(row[2], 64)
		c, err2 := strconv.ParseFloat(row[4], 64)
		if err != nil || err2 != nil || p <= 0 || c < p || number(row[3]) > p || seen[row[0]+row[1]] {
			t.Errorf("%q", row)
		}
		seen[row[0]+row[1]] = true
	}
}
