package auto

import (
	"context"
	"testing"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
	"grove/query"
	"grove/query/baseline"
	"grove/query/graphreader"
	"grove/query/tree"
)

func TestChoose(t *testing.T) {
	others := append([]query.Agent{graphreader.Agent(), tree.Agent()}, baseline.Agents()...)
	full := graph.Counts{Chunks: 900, Entities: 700, Triples: 500, Communities: 40}
	rich := query.Situation{Counts: full}
	with := func(change func(*query.Situation)) query.Situation {
		s := rich
		change(&s)
		return s
	}
	offlineOnly := with(func(s *query.Situation) { s.Offline = true })
	untyped := with(func(s *query.Situation) { s.Counts = graph.Counts{Chunks: 900} })
	for name, c := range map[string]struct {
		question string
		in       query.Situation
		want     string
	}{
		"one thing of one name":                {"Who directed Iron Harbour?", rich, baseline.Graph},
		"the same without entities":            {"Who directed Iron Harbour?", untyped, baseline.BM25},
		"the same without them, with vectors":  {"Who directed Iron Harbour?", with(func(s *query.Situation) { s.Counts = untyped.Counts; s.Meaning = true }), baseline.Hybrid},
		"a comparison":                         {"Which film came out first, Iron Harbour or Glass Meadow?", rich, tree.Name},
		"a bridge":                             {"Where was the director of film Iron Harbour born?", rich, tree.Name},
		"a bridge without triples":             {"Where was the director of film Iron Harbour born?", untyped, graphreader.Name},
		"the whole":                            {"What are the main themes of the book?", rich, tree.Name},
		"the whole, in Chinese":                {"这本书的主题是什么？", rich, tree.Name},
		"the whole without communities":        {"What are the main themes of the book?", with(func(s *query.Situation) { s.Counts.Communities = 0 }), graphreader.Name},
		"no form":                              {"Why does Ahab hate the whale so much?", rich, graphreader.Name},
		"a long one":                           {"Given that the captain lost his leg on an earlier voyage and that his mates warned him of the ship's fate again and again, what did the carpenter of the Pequod make for Ahab?", rich, graphreader.Name},
		"offline":                              {"Why does Ahab hate the whale so much?", offlineOnly, baseline.Graph},
		"offline, in Chinese":                  {"亚哈为什么恨白鲸？", offlineOnly, baseline.BM25},
		"a small window":                       {"Why does Ahab hate the whale so much?", with(func(s *query.Situation) { s.Window = 1024 }), baseline.Graph},
		"few calls":                            {"Why does Ahab hate the whale so much?", with(func(s *query.Situation) { s.MaxCalls = 2 }), baseline.Graph},
		"enough window and calls":              {"Why does Ahab hate the whale so much?", with(func(s *query.Situation) { s.Window, s.MaxCalls = 1536, 4 }), graphreader.Name},
		"an empty workspace":                   {"Who directed Iron Harbour?", query.Situation{}, baseline.ZeroShot},
		"an empty workspace, to rest on texts": {"Who directed Iron Harbour?", query.Situation{Mode: query.Reject}, baseline.BM25},
		"an empty workspace, offline":          {"Who directed Iron Harbour?", query.Situation{Offline: true}, baseline.BM25},
	} {
		t.Run(name, func(t *testing.T) {
			parsed := offline.New().Question(c.question, "")
			c.in.Language = text.Language(c.question)
			got, why := choose(parsed, c.in, others)
			if got.Name != c.want || why == "" {
				t.Errorf("%s: %s, want %s", got.Name, why, c.want)
			}
		})
	}
}

// TestNote: the choice is the first step, and the answer is of the agent chosen.
func TestNote(t *testing.T) {
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	bm25 := baseline.Agents()[0]
	bm25.Work = func(_ context.Context, f *query.Frame) (query.Answer, error) {
		f.Trace.Add(query.Step{Action: "search"})
		return query.Answer{}, nil
	}
	a, err := Agent([]query.Agent{bm25}).Answer(t.Context(), query.Deps{Graph: empty{}, Workspace: "w", LLM: &llm.Client{Kit: offline.New(), Counter: counter}}, query.Question{Text: "Who?"}, query.Options{})
	if err != nil || len(a.Trace) != 2 || a.Trace[0].Action != Name || a.Trace[0].Args["why"] == "" || a.Trace[1].Step != 2 || a.Trace[1].Action != "search" || a.Agent != baseline.BM25 {
		t.Errorf("%+v, %v", a, err)
	}
}

// empty is a graph without anything.
type empty struct{ query.Graph }

func (empty) Counts(context.Context) (graph.Counts, error) { return graph.Counts{}, nil }

func (empty) Documents(context.Context, graph.DocumentsQuery) ([]graph.Document, error) {
	return nil, nil
}
