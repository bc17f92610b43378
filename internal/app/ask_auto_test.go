package app

import (
	"testing"

	"grove/internal/config"
	"grove/internal/graph"
	"grove/internal/llm/llmtest"
	"grove/query"
	"grove/query/auto"
	"grove/query/tree"
)

// TestAutoWithinAScope: communities sum up the whole workspace, so that nothing is
// chosen for their sake within a scope.
func TestAutoWithinAScope(t *testing.T) {
	server := llmtest.NewServer(llmtest.Options{Reply: func(llmtest.Request) llmtest.Reply { return llmtest.Reply{Content: "{}"} }})
	defer server.Close()
	c := settings(t, "w")
	use(t, c, func(a *App) {
		if err := ingestText(t, a, "a.txt", publicText); err != nil {
			t.Fatal(err)
		}
	})
	c.Model, c.LLM.BaseURL, c.LLM.APIKey = "any", config.NewAddress(server.URL()), "x"
	use(t, c, func(a *App) {
		for _, scope := range []graph.Scope{{}, {Documents: []graph.ID{"a.txt"}}} {
			answer, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: "What are the main themes?", Scope: scope}, Agent: auto.Name})
			if err != nil {
				t.Fatal(err)
			}
			if (answer.Trace[0].Args["agent"] == tree.Name) != scope.Empty() {
				t.Errorf("scope %v: %v", scope, answer.Trace[0].Args)
			}
		}
	})
}
