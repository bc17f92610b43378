package querytest

import (
	"testing"

	"grove/internal/llm/llmtest/golden"
)

// Prompt is that of package golden.
type Prompt = golden.Prompt

// Golden is Check of package golden.
func Golden(t *testing.T, prompts map[string]Prompt) map[string]string {
	t.Helper()
	return golden.Check(t, prompts)
}
