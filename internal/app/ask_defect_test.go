package app

import (
	"context"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/query"
	"grove/query/agents"
)

// unsnapped is a store whose state cannot be read for a defect.
type unsnapped struct{ graph.Store }

func (unsnapped) Snapshot(context.Context) (graph.Reader, func(), error) { panic("a defect") }

// TestPanicInAgent: a panic while a question is answered is the question's error.
func TestPanicInAgent(t *testing.T) {
	use(t, settings(t, "w"), func(a *App) {
		sound := a.Store
		a.Store = unsnapped{sound}
		defer func() { a.Store = sound }()
		for _, agent := range agents.Names() {
			if _, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: "Where was Captain Ahab born?"}, Agent: agent}); !fault.IsPanic(err) {
				t.Errorf("%s: %v", agent, err)
			}
		}
	})
}
