package app

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/query"
)

// TestAskMakesGists: gists are made before the first question that reads them, stored, and read by the next one. Within
// narrow limits a question gets an answer from the gists that it can afford.
func TestAskMakesGists(t *testing.T) {
	var b strings.Builder
	for i := range 120 {
		fmt.Fprintf(&b, "On day %d the ship sailed past island %d, and the crew mended sails and ropes all day.\n\n", i, i)
	}
	c := settings(t, "w")
	c.LLM.PricePrompt, c.LLM.PriceCompletion = 1, 1
	use(t, c, func(a *App) {
		for _, source := range []string{"a.txt", "b.txt"} {
			if err := ingestText(t, a, source, b.String()+"Captain Ahab was born in Nantucket. "+source); err != nil {
				t.Fatal(err)
			}
		}
		ask := func(o AskOptions) query.Answer {
			t.Helper()
			o.Text = "Where was Captain Ahab born?"
			answer, err := a.Ask(t.Context(), o)
			if err != nil {
				t.Fatalf("%+v: %v", o, err)
			}
			if answer.Answer != "Nantucket" || !answer.Citations[0].Verified || answer.Memory == nil {
				t.Errorf("%+v: %q, %+v", o, answer.Answer, answer.Memory)
			}
			if o.MaxCalls > 0 && answer.Usage.Calls > o.MaxCalls {
				t.Errorf("%d calls of %d", answer.Usage.Calls, o.MaxCalls)
			}
			return answer
		}
		first := ask(AskOptions{Question: query.Question{Scope: graph.Scope{Documents: []graph.ID{"b.txt"}}}, Agent: "readagent-p"})
		again := ask(AskOptions{Question: query.Question{Scope: graph.Scope{Documents: []graph.ID{"b.txt"}}}, Agent: "readagent-p"})
		if first.Usage.Calls < again.Usage.Calls+5 || again.Usage.Calls != 2 {
			t.Errorf("%d calls, then %d", first.Usage.Calls, again.Usage.Calls)
		}
		for limit, o := range map[llm.Limit]query.Options{llm.LimitCalls: {MaxCalls: 4}, llm.LimitTokens: {Limits: query.Limits{MaxTokens: 2000}},
			llm.LimitMoney: {Limits: query.Limits{Budget: 0.002}}, llm.LimitTime: {Limits: query.Limits{Timeout: time.Hour}}} {
			q := query.Question{Scope: graph.Scope{Documents: []graph.ID{"a.txt"}}}
			if answer := ask(AskOptions{Question: q, Options: o, Agent: "readagent-s"}); limit == llm.LimitCalls && answer.Memory.Pages < 3 {
				t.Errorf("%s: %+v", limit, answer.Memory)
			}
		}
	})
}
