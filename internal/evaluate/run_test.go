package evaluate

import (
	"testing"

	"grove/query"
)

// The notebooks of all paths and the last summary of each chain of workers are what an agent noted last.
func TestLastNotes(t *testing.T) {
	step := func(n int, action string, args map[string]any) query.Step {
		return query.Step{Step: n, Action: action, Args: args}
	}
	for want, trace := range map[string][]query.Step{
		"":     {step(1, "chunks", nil), step(2, "answer", map[string]any{"answer": "x"})},
		"a\nb": {step(1, "end", map[string]any{"notebook": "a"}), step(2, "end", map[string]any{"notebook": "b"})},
		"new\nother": {step(1, "worker", map[string]any{"chain": 1, "summary": "old"}), step(2, "worker", map[string]any{"chain": 1, "summary": "new"}),
			step(3, "worker", map[string]any{"chain": 2, "summary": "other"})},
	} {
		if got := lastNotes(trace); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
