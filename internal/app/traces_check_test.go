package app

import (
	"testing"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lookup"
	"grove/internal/traces"
	"grove/query"
)

// A question's reads, by whichever agent and within whichever scope, give the same
// while the graph is, and what differs is told once it is not.
func TestCheckTrace(t *testing.T) {
	c := settings(t, "w")
	use(t, c, func(a *App) {
		for name, body := range map[string]string{"a.txt": publicText, "b.txt": "Queequeg was born on Rokovoko. Queequeg is a friend of Ishmael."} {
			if err := ingestText(t, a, name, body); err != nil {
				t.Fatal(err)
			}
		}
		var asked []query.Answer
		for _, scope := range []graph.Scope{{}, {Since: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)}} {
			for _, agent := range Agents() {
				answer, err := a.Ask(t.Context(), AskOptions{Question: "Where was Captain Ahab born?", Agent: agent, Scope: scope})
				if err != nil {
					t.Fatal(err)
				}
				asked = append(asked, answer)
			}
		}
		for _, answer := range asked {
			if got := checked(t, a, answer.TraceID); !got.Same || got.Reads == 0 && answer.Agent != "zeroshot" {
				t.Errorf("%s: %+v", answer.Agent, got)
			}
		}
		if _, err := a.Delete(t.Context(), lookup.Selector{Sources: []string{"a.txt"}}); err != nil {
			t.Fatal(err)
		}
		for _, answer := range asked {
			got := checked(t, a, answer.TraceID)
			if got.Same && got.Reads > 0 {
				t.Errorf("%s: all is said to be the same: %+v", answer.Agent, got)
			}
			for _, step := range got.Steps {
				if step.Action == "counts" && step.Why != traces.Changed {
					t.Errorf("%s: the counts are not said to have changed: %+v", answer.Agent, step)
				}
			}
		}
		if _, err := a.CheckTrace(t.Context(), "t"+"aaaaaaaaaaaaaaaaaaaaaaaa"); !fault.Is(err, fault.NotFound) {
			t.Errorf("an unknown trace: %v", err)
		}
	})
}

func checked(t *testing.T, a *App, id string) traces.Checked {
	t.Helper()
	got, err := a.CheckTrace(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return got
}
