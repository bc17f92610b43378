package query_test

import (
	"strings"
	"testing"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/query"
	"grove/query/querytest"
)

// TestUnpaged: an agent that reads episodes lacks those of the documents of the scope, else of the chunks that a search
// selects; an agent that reads none, or none with its options, lacks nothing.
func TestUnpaged(t *testing.T) {
	l := &querytest.Library{}
	l.Add("b", "three", "four")
	l.Add("a", "one", "two")
	l.Add("empty")
	reads := func(query.Options) bool { return true }
	for name, c := range map[string]struct {
		episodes func(query.Options) bool
		scope    graph.Scope
		k, want  string
	}{
		"a scope":            {reads, l.Scope("a", "b", "empty"), "64", "a b"},
		"searched":           {reads, graph.Scope{}, "2", "b"},
		"more is searched":   {reads, graph.Scope{}, "3", "b a"},
		"reads none":         {nil, l.Scope("a"), "64", ""},
		"none so configured": {func(o query.Options) bool { return o.Own["scope-chunks"] != "7" }, l.Scope("a"), "7", ""},
	} {
		t.Run(name, func(t *testing.T) {
			a := l.Agent(t, query.Agent{Options: []query.Option{query.ScopeOption}, Episodes: c.episodes}, nil)
			missing, err := a.Unpaged(t.Context(), a.Deps, query.Question{Text: "Who?", Scope: c.scope, History: []query.Turn{{Question: "x", Answer: "y"}}},
				query.Options{Own: map[string]string{"scope-chunks": c.k}})
			got := strings.Join(lists.Map(missing, func(d graph.Document) string { return d.Source }), " ")
			if err != nil || got != c.want {
				t.Errorf("%q, %v, want %q", got, err, c.want)
			}
		})
	}
}
