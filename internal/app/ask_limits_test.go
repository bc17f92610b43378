package app

import (
	"context"
	"strings"
	"testing"
	"time"

	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/query"
)

// willing is a model that wants to go on as long as it is let.
func willing(stage string, _ llm.Request) (string, error) {
	switch stage {
	case "plan":
		return `{"plan":["find it"]}`, nil
	case "facts":
		return `{"notebook":[{"note":"Captain Ahab was born in Nantucket.","chunks":["c1"]}],"thought":"","action":"read_chunk","chunks":["c1"]}`, nil
	case "chunk":
		return `{"notebook":[{"note":"Captain Ahab was born in Nantucket.","chunks":["c1"]}],"thought":"","action":"search_more"}`, nil
	case "decompose":
		return `{"queries":[{"kind":"triple","question":"Where was Ahab born?","head":"Captain Ahab","relation":"BORN_IN","tail":"?"}]}`, nil
	case "reflect":
		return `{"reasoning":"","reflection":"","keep":[1],"enough":true,"queries":[]}`, nil
	case "followup":
		return `{"question":"Where was Captain Ahab born?"}`, nil
	}
	return `{"analysis":"","answer":"Nantucket","abstained":false,"missing":"","own_knowledge":false,"notes":[1,2,3,4,5],"evidence":[1,2,3,4,5]}`, nil
}

// readers are the agents that read and may take several calls.
func readers() []string { return []string{"graphreader", "tree", "graph", "bm25"} }

// TestLimits: each limit is kept, is named, and leaves the best answer so far.
func TestLimits(t *testing.T) {
	c := settings(t, "w")
	c.LLM.PricePrompt, c.LLM.PriceCompletion = 1, 1
	use(t, c, func(a *App) {
		if err := ingestText(t, a, "a.txt", publicText); err != nil {
			t.Fatal(err)
		}
		for _, agent := range readers() {
			for limit, o := range map[llm.Limit]query.Options{
				llm.LimitCalls: {MaxCalls: 2}, llm.LimitTokens: {Limits: query.Limits{MaxTokens: 300}},
				llm.LimitMoney: {Limits: query.Limits{Budget: 0.0003}}, llm.LimitTime: {Limits: query.Limits{Timeout: time.Nanosecond}},
			} {
				if limit == llm.LimitCalls && agent != "graphreader" && agent != "tree" {
					continue // one call is all they take
				}
				m := &llmtest.Model{Reply: willing}
				a.Client.Model = m
				answer, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: "Where was Captain Ahab born?"}, Options: o, Agent: agent})
				if err != nil {
					t.Errorf("%s, %s: %v", agent, limit, err)
					continue
				}
				checkAnswer(t, agent, answer)
				if answer.LimitedBy != limit || answer.Limited == "" || !answer.StoppedByUser() {
					t.Errorf("%s: limited by %q, %q, want %s", agent, answer.LimitedBy, answer.Limited, limit)
				}
				if n := len(m.Requests()); limit == llm.LimitCalls && n > 2 || limit != llm.LimitCalls && n > 0 && o.Limits.MaxTokens+int(o.Limits.Timeout) > 0 {
					t.Errorf("%s, %s: %d calls", agent, limit, n)
				}
				switch {
				case answer.Abstained && !strings.Contains(answer.Answer, "ended early"):
					t.Errorf("%s, %s: %q does not say that the search ended early", agent, limit, answer.Answer)
				case !answer.Abstained && answer.Answer != "Nantucket":
					t.Errorf("%s, %s: %q", agent, limit, answer.Answer)
				case agent != "graphreader" && answer.Abstained: // the others search before their first call
					t.Errorf("%s, %s: the best answer so far is %q", agent, limit, answer.Answer)
				}
			}
		}
	})
}

// TestCancel: after Ctrl-C no call is begun.
func TestCancel(t *testing.T) {
	use(t, settings(t, "w"), func(a *App) {
		if err := ingestText(t, a, "a.txt", publicText); err != nil {
			t.Fatal(err)
		}
		for _, agent := range append(readers(), "zeroshot") {
			for stop := 1; stop <= 3; stop++ {
				ctx, cancel := context.WithCancel(t.Context())
				n := make(chan int, 1)
				n <- 0
				m := &llmtest.Model{Reply: func(stage string, r llm.Request) (string, error) {
					made := <-n + 1
					n <- made
					if made == stop {
						cancel()
					}
					return willing(stage, r)
				}}
				a.Client.Model = m
				_, err := a.Ask(ctx, AskOptions{Question: query.Question{Text: "Where was Captain Ahab born?"}, Agent: agent})
				// Paths run side by side: what is in flight when the call that cancels is
				// answered may be counted, five at the most; nothing is begun afterwards.
				if made := len(m.Requests()); made > stop+4 || made > stop && agent != "graphreader" {
					t.Errorf("%s: %d calls after a cancel in call %d", agent, made, stop)
				}
				if err == nil && len(m.Requests()) >= stop && ctx.Err() != nil && agent == "graphreader" {
					t.Errorf("%s: an answer after a cancel in call %d", agent, stop)
				}
				cancel()
			}
		}
	})
}

// TestFollowUp: a question that follows another is made to stand alone, by one
// call where there is a history and none where there is not.
func TestFollowUp(t *testing.T) {
	history := []query.Turn{{Question: "Who commands the Pequod?", Answer: "Captain Ahab"}}
	use(t, settings(t, "w"), func(a *App) {
		if err := ingestText(t, a, "a.txt", publicText); err != nil {
			t.Fatal(err)
		}
		for _, model := range []*llmtest.Model{nil, {Reply: willing}} {
			if a.Client.Model = nil; model != nil {
				a.Client.Model = model
			}
			for _, agent := range readers() {
				answer, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: "Where was he born?", History: history}, Agent: agent})
				if err != nil || answer.Answer != "Nantucket" || answer.Asked != "Where was Captain Ahab born?" || answer.Trace[0].Action != "rewrite" || answer.Usage.ByStage["query.followup"].Calls != 1 {
					t.Errorf("%s: %q as %q, %v", agent, answer.Answer, answer.Asked, err)
				}
				answer, err = a.Ask(t.Context(), AskOptions{Question: query.Question{Text: "Where was Captain Ahab born?"}, Agent: agent})
				if err != nil || answer.Asked != "" || answer.Usage.ByStage["query.followup"].Calls != 0 {
					t.Errorf("%s without a history: as %q, %v", agent, answer.Asked, err)
				}
			}
		}
	})
}

// TestTheQuestionsLanguage: a reply in another script is asked for once more, and counted.
func TestTheQuestionsLanguage(t *testing.T) {
	use(t, settings(t, "w"), func(a *App) {
		if err := ingestText(t, a, "a.txt", publicText); err != nil {
			t.Fatal(err)
		}
		for _, agent := range readers() {
			answers := 0
			a.Client.Model = &llmtest.Model{Reply: func(stage string, r llm.Request) (string, error) {
				if stage != "answer" {
					return willing(stage, r)
				}
				if answers++; !strings.Contains(llmtest.PromptText(r), "the reply must be in English") {
					return `{"analysis":"","answer":"南塔克特","abstained":false,"missing":"","own_knowledge":false,"notes":[1],"evidence":[1]}`, nil
				}
				return willing(stage, r)
			}}
			answer, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: "Where was Captain Ahab born?"}, Agent: agent})
			if err != nil || answer.Answer != "Nantucket" || answers != 2 {
				t.Errorf("%s: %q after %d replies, %v", agent, answer.Answer, answers, err)
			}
		}
	})
}
