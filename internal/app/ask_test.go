package app

import (
	"testing"

	"grove/internal/fault"
	"grove/query"
	"grove/query/agents"
	"grove/query/auto"
	"grove/query/baseline"
)

// TestEveryAgentAnswers: each one that is listed is wired, and auto says whom it chose.
func TestEveryAgentAnswers(t *testing.T) {
	use(t, settings(t, "w"), func(a *App) {
		if err := ingestText(t, a, "a.txt", publicText); err != nil {
			t.Fatal(err)
		}
		for _, agent := range agents.Names() {
			answer, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: "Where was Captain Ahab born?"}, Agent: agent})
			if err != nil {
				t.Errorf("%s: %v", agent, err)
				continue
			}
			switch agent {
			case auto.Name:
				first := answer.Trace[0]
				if answer.Agent != baseline.Graph || first.Action != auto.Name || first.Args["agent"] != answer.Agent || first.Args["why"] == "" {
					t.Errorf("auto: %s by %s, %+v", answer.Answer, answer.Agent, first)
				}
			case "zeroshot":
				if !answer.Abstained {
					t.Errorf("zeroshot knows %q without a model", answer.Answer)
				}
				continue
			default:
				if answer.Agent != agent {
					t.Errorf("%s: the answer is of %s", agent, answer.Agent)
				}
			}
			if answer.Answer != "Nantucket" || len(answer.Citations) == 0 || !answer.Citations[0].Verified {
				t.Errorf("%s: %q, %+v", agent, answer.Answer, answer.Citations)
			}
		}
		if _, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: "q"}, Agent: "magic"}); !fault.Is(err, fault.Invalid) {
			t.Errorf("an unknown agent: %v", err)
		}
	})
}
