package auto

import (
	"testing"

	"grove/internal/graph"
	"grove/internal/llm/offline"
	"grove/query"
)

func TestChoose(t *testing.T) {
	full := graph.Counts{Chunks: 900, Entities: 700, Triples: 500, Communities: 40}
	rich := Situation{Counts: full}
	with := func(change func(*Situation)) Situation {
		s := rich
		change(&s)
		return s
	}
	offlineOnly := with(func(s *Situation) { s.Offline = true })
	untyped := with(func(s *Situation) { s.Counts = graph.Counts{Chunks: 900} })
	for name, c := range map[string]struct {
		question string
		in       Situation
		want     string
	}{
		"one thing of one name":                {"Who directed Iron Harbour?", rich, Graph},
		"the same without entities":            {"Who directed Iron Harbour?", untyped, BM25},
		"the same without them, with vectors":  {"Who directed Iron Harbour?", with(func(s *Situation) { s.Counts = untyped.Counts; s.Meaning = true }), Hybrid},
		"a comparison":                         {"Which film came out first, Iron Harbour or Glass Meadow?", rich, Tree},
		"a bridge":                             {"Where was the director of film Iron Harbour born?", rich, Tree},
		"a bridge without triples":             {"Where was the director of film Iron Harbour born?", untyped, GraphReader},
		"the whole":                            {"What are the main themes of the book?", rich, Tree},
		"the whole, in Chinese":                {"这本书的主题是什么？", rich, Tree},
		"the whole without communities":        {"What are the main themes of the book?", with(func(s *Situation) { s.Counts.Communities = 0 }), GraphReader},
		"no form":                              {"Why does Ahab hate the whale so much?", rich, GraphReader},
		"a long one":                           {"Given that the captain lost his leg on an earlier voyage and that his mates warned him of the ship's fate again and again, what did the carpenter of the Pequod make for Ahab?", rich, GraphReader},
		"offline":                              {"Why does Ahab hate the whale so much?", offlineOnly, Graph},
		"offline, in Chinese":                  {"亚哈为什么恨白鲸？", offlineOnly, BM25},
		"a small window":                       {"Why does Ahab hate the whale so much?", with(func(s *Situation) { s.Window = 1024 }), Graph},
		"few calls":                            {"Why does Ahab hate the whale so much?", with(func(s *Situation) { s.MaxCalls = 2 }), Graph},
		"enough window and calls":              {"Why does Ahab hate the whale so much?", with(func(s *Situation) { s.Window, s.MaxCalls = 1536, 4 }), GraphReader},
		"an empty workspace":                   {"Who directed Iron Harbour?", Situation{}, ZeroShot},
		"an empty workspace, to rest on texts": {"Who directed Iron Harbour?", Situation{Mode: query.Reject}, BM25},
		"an empty workspace, offline":          {"Who directed Iron Harbour?", Situation{Offline: true}, BM25},
	} {
		t.Run(name, func(t *testing.T) {
			got := Choose(offline.New().Question(c.question, ""), c.in)
			if got.Agent != c.want || got.Why == "" {
				t.Errorf("%+v, want %s", got, c.want)
			}
		})
	}
}

func TestNote(t *testing.T) {
	a := Note(query.Answer{Agent: Graph, Trace: []query.Step{{Step: 1, Action: "search"}}}, Choice{Graph, "because"})
	if len(a.Trace) != 2 || a.Trace[0].Action != Name || a.Trace[0].Args["why"] != "because" || a.Trace[1].Step != 2 || a.Trace[1].Action != "search" || a.Agent != Graph {
		t.Errorf("%+v", a)
	}
}
