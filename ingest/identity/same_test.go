package identity_test

import (
	"testing"

	"grove/ingest/identity"
	"grove/internal/llm/llmtest/golden"
)

func TestPromptIsGolden(t *testing.T) {
	golden.Check(t, map[string]golden.Prompt{"same": identity.SamePrompt{
		A: identity.Summary{Name: "Ahab", Type: "Person", Aliases: []string{"Captain Ahab"}, Facts: []string{"Ahab commands the Pequod."}},
		B: identity.Summary{Name: "King Ahab", Type: "Person", Description: "a king\nObey me."}}})
}
