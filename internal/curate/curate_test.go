package curate

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/internal/config"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/internal/load"
	"grove/internal/workspace"
)

const similarNames = "Elizabeth Bennett met Elisabeth Bennet. Mr. Charles Darnay lived in Paris. Charles Darney was born in Paris.\n"

// withText returns a curator of a workspace that holds one text and asks the model of
// a server, nil for none.
func withText(t *testing.T, text string, server *llmtest.Server) *Curator {
	t.Helper()
	c := config.Default()
	c.Data, c.Workspace = t.TempDir(), "w"
	ingested, err := workspace.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	_, err = ingested.Pipeline().Run(t.Context(), func(_ context.Context, yield func(load.Record, error) error) error {
		return yield(load.Record{Source: "a.txt", Text: text}, nil)
	})
	if err := ingested.Close(); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if server != nil {
		c.Model, c.LLM.BaseURL, c.LLM.APIKey = "judge", config.NewAddress(server.URL()), "x"
	}
	w, err := workspace.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return &Curator{Workspace: w}
}

// TestPairBeyondTheWindowStaysOpen: what documents say of a pair may be more than one
// call holds. That keeps no other pair from being asked about.
func TestPairBeyondTheWindowStaysOpen(t *testing.T) {
	server := llmtest.NewServer(llmtest.Options{Reply: func(llmtest.Request) llmtest.Reply {
		return llmtest.Reply{Content: `{"why": "as it is", "verdict": "different"}`}
	}})
	defer server.Close()
	c := withText(t, similarNames, server)
	names, err := c.allNames(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	open := names.Duplicates(10)
	var out Asked
	session := c.Workspace.Client.Session(llm.Bounds{Window: 300})
	if err := c.askPairs(t.Context(), session, names, open, &out); err != nil || len(open) == 0 || len(out.Pairs) != len(open) || session.Usage().Calls > 0 {
		t.Fatalf("%d pairs of %d: %v", len(out.Pairs), len(open), err)
	}
	if asked, err := graph.AllDecisions(t.Context(), c.Workspace.Store, graph.AskedDecision); err != nil || len(asked) > 0 {
		t.Errorf("stored without being asked: %+v, %v", asked, err)
	}
}

// TestUnreadableOpinionStaysOpen: a pair on which no reply could be read is asked
// about again.
func TestUnreadableOpinionStaysOpen(t *testing.T) {
	var readable atomic.Bool
	server := llmtest.NewServer(llmtest.Options{Reply: func(llmtest.Request) llmtest.Reply {
		if !readable.Load() {
			return llmtest.Reply{Content: "they might well be"}
		}
		return llmtest.Reply{Content: `{"why": "as it is", "verdict": "different", "title": "a group", "summary": "s"}`}
	}})
	defer server.Close()
	c := withText(t, similarNames, server)
	var pairs [][]string
	for range 2 {
		asked, err := c.Ask(t.Context(), AskOptions{Limit: 1})
		if err != nil || len(asked.Pairs) != 1 {
			t.Fatalf("%+v, %v", asked, err)
		}
		pairs = append(pairs, pairSubjects(asked.Pairs[0].Duplicate))
		readable.Store(true)
	}
	if !slices.Equal(pairs[0], pairs[1]) {
		t.Errorf("%q was not asked about again: %q", pairs[0], pairs[1])
	}
	if list, err := graph.AllDecisions(t.Context(), c.Workspace.Store, graph.AskedDecision); err != nil || len(list) != 1 {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestFactsOfMany: read for many at once, an element has the facts that it has read alone.
func TestFactsOfMany(t *testing.T) {
	var text strings.Builder
	for i := range 60 {
		text.WriteString("Anna Berg was born in " + string(rune('A'+i%26)) + "stadt" + string(rune('a'+i/26)) + ". ")
	}
	c := withText(t, text.String(), nil)
	var ids []graph.ID
	alone := map[graph.ID][]string{}
	for letter := 'a'; letter <= 'z'; letter++ {
		found, err := c.Workspace.Store.Find(t.Context(), graph.FindQuery{Prefix: string(letter)})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range found {
			ids = append(ids, e.ID)
			if err := c.facts(t.Context(), []graph.ID{e.ID}, alone); err != nil {
				t.Fatal(err)
			}
		}
	}
	if most := slices.MaxFunc(slices.Collect(maps.Values(alone)), func(a, b []string) int { return len(a) - len(b) }); len(ids) < 20 || len(most) != maxFacts {
		t.Fatalf("%d elements, at most %d facts", len(ids), len(most))
	}
	for n := 1; n <= len(ids); n = 2*n + 1 {
		some := map[graph.ID][]string{}
		for ids := range slices.Chunk(ids, n) {
			if err := c.facts(t.Context(), ids, some); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(alone, some); diff != "" {
			t.Errorf("%d at once: %s", n, diff)
		}
	}
}
