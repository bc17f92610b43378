package query_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/query"
	"grove/query/querytest"
)

// TestInput: documents in order of their sources, or the chunks that a search finds, in pieces.
func TestInput(t *testing.T) {
	const two = "A sentence of six words. A sentence of six words. "
	l := &querytest.Library{}
	l.Add("b", "three", "four")
	l.Add("a", "one", "two")
	l.Add("c", "five", strings.Repeat(two, 4))
	for name, c := range map[string]struct {
		scope graph.Scope
		k     string
		size  int
		want  []string
		by    string
		of    int
	}{
		"small pieces":         {l.Scope("b", "a"), "64", 3, []string{"one", "two", "three", "four"}, "documents", 8},
		"joined":               {l.Scope("b", "a"), "64", 10, []string{"one\n\ntwo", "three\n\nfour"}, "documents", 8},
		"documents joined":     {l.Scope("b", "a"), "64", 60, []string{"# a\none\n\ntwo\n\n# b\nthree\n\nfour"}, "documents", 8},
		"searched":             {graph.Scope{}, "3", 10, []string{"one", "three\n\nfour"}, "search", 90},
		"all fits":             {graph.Scope{}, "3", 300, []string{"# a\none\n\ntwo\n\n# b\nthree\n\nfour\n\n# c\nfive\n\n" + strings.TrimSpace(strings.Repeat(two, 4))}, "documents", 90},
		"a large chunk is cut": {l.Scope("c"), "64", 20, []string{"five\n\n" + two, two, two, two}, "documents", 82},
	} {
		t.Run(name, func(t *testing.T) {
			a := query.Agent{Options: []query.Option{query.ScopeOption}, Work: func(ctx context.Context, f *query.Frame) (query.Answer, error) {
				in, err := f.Input(ctx, c.size)
				texts := lists.Map(in.Pieces, func(p query.Piece) string { return p.Text })
				if d := cmp.Diff(c.want, texts); d != "" {
					t.Error(d)
				}
				for _, p := range in.Pieces {
					if n := f.Session.Count(p.Text); n > c.size || n > p.Tokens {
						t.Errorf("%d tokens, said to be %d: %q", n, p.Tokens, p.Text)
					}
				}
				return query.Answer{}, err
			}}
			answer, err := l.Agent(t, a, nil).Answer(t.Context(), query.Question{Text: "Who?", Scope: c.scope},
				query.Options{Own: map[string]string{"scope-chunks": c.k}})
			if err != nil {
				t.Fatal(err)
			}
			if answer.Coverage == nil || answer.Coverage.By != c.by || answer.Coverage.LeftOut+answer.Coverage.Tokens != c.of {
				t.Errorf("coverage %+v", answer.Coverage)
			}
			if last := answer.Trace[len(answer.Trace)-1]; last.Action != "input" || last.Args["by"] != c.by {
				t.Errorf("%+v", last)
			}
		})
	}
}
