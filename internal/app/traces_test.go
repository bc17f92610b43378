package app

import (
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grove/ingest/ingesttest"
	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm/llmtest"
	"grove/internal/llm/offline"
	"grove/internal/traces"
	"grove/query"
	"grove/query/agents"
)

func listed(t *testing.T, f *traces.Folder) []traces.Summary {
	t.Helper()
	list, err := f.List(t.Context(), "", 100)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestQuestionsLeaveTraces: each question leaves one, by whichever agent; it can be
// read beside the holder, and replayed it tells what was told live.
func TestQuestionsLeaveTraces(t *testing.T) {
	c := settings(t, "w")
	use(t, c, func(a *App) {
		if err := ingestText(t, a, "a.txt", publicText); err != nil {
			t.Fatal(err)
		}
		for n, agent := range agents.Names() {
			var mu sync.Mutex
			told := 0
			answer, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: "Where was Captain Ahab born?", Watch: func(query.Step) {
				mu.Lock()
				defer mu.Unlock()
				told++
			}}, Options: query.Options{Window: 5000}, Agent: agent})
			if err != nil {
				t.Fatal(err)
			}
			beside, err := TracesOf(c)
			if err != nil {
				t.Fatal(err)
			}
			kept, err := beside.Get(answer.TraceID)
			if err != nil || kept.Options.Agent != agent || kept.Options.Window != 5000 || kept.Agent != answer.Agent || kept.Answer.Answer != answer.Answer {
				t.Errorf("%s: %+v, %v", agent, kept.Summary, err)
			}
			if len(kept.Answer.Trace) != told || len(listed(t, beside)) != n+1 {
				t.Errorf("%s: %d steps kept, %d told; %d traces after %d questions", agent, len(kept.Answer.Trace), told, len(listed(t, beside)), n+1)
			}
			kinds := []query.EventKind{}
			for _, e := range kept.Events()[len(kept.Answer.Trace):] {
				kinds = append(kinds, e.Kind)
			}
			if !slices.Equal(kinds, []query.EventKind{query.EventReferences, query.EventToken, query.EventUsage, query.EventDone}) {
				t.Errorf("%s ends with %q", agent, kinds)
			}
		}
		before := len(listed(t, a.Traces()))
		if _, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: "q"}, Agent: "magic"}); !fault.Is(err, fault.Invalid) || len(listed(t, a.Traces())) != before {
			t.Errorf("a question that was refused at once: %v", err)
		}
	})
	if _, err := TracesOf(settings(t, "nowhere")); !fault.Is(err, fault.NotFound) {
		t.Errorf("no such workspace: %v", err)
	}
}

func TestTracesTurnedOff(t *testing.T) {
	c := settings(t, "w")
	c.Traces = 0
	use(t, c, func(a *App) {
		if err := ingestText(t, a, "a.txt", publicText); err != nil {
			t.Fatal(err)
		}
		answer, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: "Where was Captain Ahab born?"}})
		if err != nil || answer.TraceID != "" || len(listed(t, a.Traces())) != 0 {
			t.Errorf("%q, %v", answer.TraceID, err)
		}
	})
}

// TestFailureLeavesATrace: the steps until an endpoint went away are kept, with why.
func TestFailureLeavesATrace(t *testing.T) {
	c := settings(t, "w")
	use(t, c, func(a *App) {
		if err := ingestText(t, a, "a.txt", publicText); err != nil {
			t.Fatal(err)
		}
	})
	server := llmtest.NewServer(llmtest.Options{})
	server.Close()
	c.Model, c.LLM.BaseURL, c.LLM.APIKey, c.LLM.Retries = "gone", config.NewAddress(server.URL()), "x", 0
	use(t, c, func(a *App) {
		_, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: "Where was Captain Ahab born?"}, Agent: "bm25"})
		if !fault.Is(err, fault.Unavailable) {
			t.Fatalf("an endpoint that is away: %v", err)
		}
		list := listed(t, a.Traces())
		if len(list) != 1 || !list[0].Failed || list[0].Agent != "bm25" || list[0].Steps == 0 {
			t.Fatalf("%+v", list)
		}
		kept, err := a.Traces().Get(list[0].ID)
		if err != nil || kept.Error == nil || kept.Error.Code != fault.Unavailable {
			t.Errorf("%+v, %v", kept.Error, err)
		}
	})
}

// TestTraceHasTheOptions: all that a question was bound by.
func TestTraceHasTheOptions(t *testing.T) {
	use(t, settings(t, "w"), func(a *App) {
		if err := ingestText(t, a, "a.txt", publicText); err != nil {
			t.Fatal(err)
		}
		answer, err := a.Ask(t.Context(), AskOptions{Agent: "bm25",
			Question: query.Question{Text: "And where was he born?", Scope: graph.Scope{Documents: []graph.ID{"a.txt"}},
				History: []query.Turn{{Question: "What does Captain Ahab command?", Answer: "the Pequod"}}},
			Options: query.Options{MaxCalls: 5, Limits: query.Limits{MaxTokens: 90000, Timeout: 90 * time.Second}}})
		if err != nil {
			t.Fatal(err)
		}
		kept, err := a.Traces().Get(answer.TraceID)
		if err != nil {
			t.Fatal(err)
		}
		want := traces.Options{Agent: "bm25", Without: []string{}, MaxCalls: 5, MaxTokens: 90000, Timeout: 90,
			Scope: graph.Scope{Documents: []graph.ID{"a.txt"}}, History: []query.Turn{{Question: "What does Captain Ahab command?", Answer: "the Pequod"}}}
		if diff := cmp.Diff(want, kept.Options); diff != "" {
			t.Error(diff)
		}
	})
}

// TestFailureKeepsItsUsage: calls that were paid for before the failure are told.
func TestFailureKeepsItsUsage(t *testing.T) {
	for _, agent := range []string{"graphreader", "tree", "auto"} {
		t.Run(agent, func(t *testing.T) {
			c := settings(t, "w")
			use(t, c, func(a *App) {
				if err := ingestText(t, a, "a.txt", publicText); err != nil {
					t.Fatal(err)
				}
			})
			server := llmtest.NewServer(llmtest.Options{Reply: ingesttest.Speaker{Kit: offline.New()}.Reply, Break: func(try llmtest.Try) *llmtest.Fault {
				if try.N > 1 {
					return llmtest.Status(503, "", "away")
				}
				return nil
			}})
			defer server.Close()
			c.Model, c.LLM.BaseURL, c.LLM.APIKey, c.LLM.Retries = "breaks", config.NewAddress(server.URL()), "x", 0
			use(t, c, func(a *App) {
				if _, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: "Where was Captain Ahab born?"}, Agent: agent}); !fault.Is(err, fault.Unavailable) {
					t.Fatalf("an endpoint that breaks: %v", err)
				}
				list := listed(t, a.Traces())
				if len(list) != 1 || !list[0].Failed || list[0].Calls == 0 {
					t.Errorf("%+v", list)
				}
			})
		})
	}
}

// TestAnswerWithoutItsTrace: where the trace cannot be kept, the answer that was paid
// for is given all the same, and says so.
func TestAnswerWithoutItsTrace(t *testing.T) {
	c := settings(t, "w")
	use(t, c, func(a *App) {
		if err := ingestText(t, a, "a.txt", publicText); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(c.Folder(), "traces"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		answer, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: "Where was Captain Ahab born?"}, Agent: "bm25"})
		if err != nil || answer.Answer != "Nantucket" || answer.TraceID != "" {
			t.Fatalf("%q, %q, %v", answer.Answer, answer.TraceID, err)
		}
		last := answer.Trace[len(answer.Trace)-1]
		if last.Action != NotKept || last.Step != len(answer.Trace) || last.Args["error"] == "" || last.IDs == nil || last.Params == nil {
			t.Errorf("%+v", last)
		}
	})
}
