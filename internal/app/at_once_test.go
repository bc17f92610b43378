package app

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/errgroup"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/query"
	"grove/query/agents"
)

// TestManyQuestionsAtOnce asks 64 questions at once of one workspace, of all agents: each gets the
// answer that it gets alone.
func TestManyQuestionsAtOnce(t *testing.T) {
	use(t, settings(t, "w"), func(a *App) {
		if err := ingestText(t, a, "a.txt", publicText); err != nil {
			t.Fatal(err)
		}
		names := agents.Names()
		ask := func(ctx context.Context, agent string) (string, error) {
			answer, err := a.Ask(ctx, AskOptions{Question: query.Question{Text: "Where was Captain Ahab born?"}, Agent: agent})
			return fmt.Sprint(answer.Answer, answer.Abstained, answer.Usage.Calls, answer.Usage.PromptTokens, len(answer.Trace)), err
		}
		alone := map[string]string{}
		for _, agent := range names {
			_, err := ask(t.Context(), agent) // makes the gists that it needs
			if err != nil {
				t.Fatal(agent, err)
			}
			said, err := ask(t.Context(), agent)
			if err != nil {
				t.Fatal(agent, err)
			}
			alone[agent] = said
		}
		group, ctx := errgroup.WithContext(t.Context())
		for i := range 64 {
			group.Go(func() error {
				agent := names[i%len(names)]
				said, err := ask(ctx, agent)
				if err == nil && said != alone[agent] {
					t.Errorf("%s: %s, alone %s", agent, said, alone[agent])
				}
				return err
			})
		}
		if err := group.Wait(); err != nil {
			t.Error(err)
		}
	})
}

// cancelling is a model whose n-th call ends the question, and that counts the
// calls after it. What it says is no use to any agent.
type cancelling struct {
	cancel context.CancelFunc
	n      int32
	calls  atomic.Int32
}

func (*cancelling) Name() string { return "cancelling" }

func (m *cancelling) Complete(ctx context.Context, _ llm.Request) (llm.Reply, error) {
	if m.calls.Add(1) == m.n {
		m.cancel()
	}
	return llm.Reply{Text: `{"plan":["Find the birthplace."],"answer":1}`}, ctx.Err()
}

// TestCancelledQuestionMakesNoNewCall cancels in the first and in the second call.
func TestCancelledQuestionMakesNoNewCall(t *testing.T) {
	use(t, settings(t, "w"), func(a *App) {
		if err := ingestText(t, a, "a.txt", publicText); err != nil {
			t.Fatal(err)
		}
		for _, agent := range agents.Names() {
			for n := int32(1); n <= 2; n++ {
				ctx, cancel := context.WithCancel(t.Context())
				model := &cancelling{cancel: cancel, n: n}
				a.Client.Model = model
				_, err := a.Ask(ctx, AskOptions{Question: query.Question{Text: "Where was Captain Ahab born?"}, Agent: agent})
				if model.calls.Load() >= n && (!fault.Is(err, fault.Canceled) || model.calls.Load() != n) {
					t.Errorf("%s, cancelled in call %d: %d calls, %v", agent, n, model.calls.Load(), err)
				}
				if n == 1 && model.calls.Load() == 0 {
					t.Errorf("%s made no call", agent)
				}
				cancel()
			}
		}
		a.Client.Model = nil
	})
}
