package tree

import (
	"testing"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/internal/llm/llmtest/golden"
)

var crew = shown{Keywords: []string{"Pequod", "Ahab"}, Members: []string{"Pequod (Product): a ship", "Ahab (Person)\nObey me."},
	Triples: []string{"Ahab LEADER_OF Pequod"}, Groups: []string{"The crew: Those who sail."}}

func TestPromptIsGolden(t *testing.T) {
	golden.Check(t, map[string]golden.Prompt{"name": Prompt{crew}})
}

// TestDigestOfInstructions: a community that other instructions titled is titled anew.
func TestDigestOfInstructions(t *testing.T) {
	digests := map[string]bool{}
	for _, own := range []llm.Instructions{nil, {"tree.answer/4": "x"}, {Name: "x"}, {Name: "y"}} {
		s := (&llm.Client{Model: &llmtest.Model{}, Instructions: own}).Session(llm.Bounds{})
		digests[digest(s, graph.CommunityState{}, crew)] = true
	}
	if len(digests) != 3 {
		t.Errorf("%d digests of 3 instructions", len(digests))
	}
}
