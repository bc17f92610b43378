package tree

import (
	"context"
	"slices"
	"strings"
	"testing"

	"grove/internal/fault"
	"grove/internal/llm/llmtest"
	"grove/query"
	"grove/schema"
)

func TestAblations(t *testing.T) {
	w := planted(t)
	for part, check := range map[string]func(t *testing.T, a query.Answer, m *scripted){
		Communities: func(t *testing.T, a query.Answer, _ *scripted) {
			if len(steps(a, "communities"))+len(steps(a, "members"))+len(foundBy(a)[string(byCommunity)]) > 0 {
				t.Error("communities are read")
			}
		},
		Loop: func(t *testing.T, a query.Answer, m *scripted) {
			if m.Count("reflect") > 0 || len(m.Requests()) != 2 {
				t.Errorf("%d calls, %d reflections", len(m.Requests()), m.Count("reflect"))
			}
		},
		Schema: func(t *testing.T, a query.Answer, m *scripted) {
			if said := llmtest.PromptText(m.Requests()[0]); strings.Contains(said, "relation DIRECTED_BY") {
				t.Error("the schema is shown")
			}
			if said := show(a.Trace); strings.Contains(said, "repaired") {
				t.Error("a sub-query is held to the schema")
			}
		},
	} {
		t.Run(part, func(t *testing.T) {
			m := &scripted{Reply: sensible}
			a, err := agent(t, w, m).Answer(context.Background(), oslo, query.Options{Without: []string{part}})
			if err != nil || a.Answer != "Oslo" {
				t.Fatalf("%q, %v", a.Answer, err)
			}
			check(t, a, m)
		})
	}
	_, err := agent(t, w, nil).Answer(context.Background(), oslo, query.Options{Without: []string{"hope"}})
	if !fault.Is(err, fault.Invalid) || !strings.Contains(fault.Hint(err), Loop) {
		t.Errorf("an unknown part: %v, hint %q", err, fault.Hint(err))
	}
	m, after := &scripted{Reply: sensible}, oslo
	after.History = []query.Turn{{Question: "Who?", Answer: "He."}}
	_, err = agent(t, w, m).Answer(context.Background(), after, query.Options{Without: []string{Communities, Entities, Triples, Paths}})
	if n := len(m.Requests()); n > 0 {
		t.Errorf("%d calls for what is refused", n)
	}
	if !fault.Is(err, fault.Invalid) {
		t.Errorf("no route is left: %v", err)
	}
}

func TestAGraphWithout(t *testing.T) {
	t.Run("communities", func(t *testing.T) {
		a, err := agent(t, open(t, films()...), &scripted{Reply: sensible}).Answer(context.Background(), oslo, query.Options{})
		if err != nil || a.Answer != "Oslo" {
			t.Fatalf("%q, %v", a.Answer, err)
		}
		if s := steps(a, "missing"); len(s) != 1 || s[0].Args["what"] != "communities" || s[0].Args["hint"] != "grove communities rebuild" {
			t.Errorf("the trace says %+v", s)
		}
	})
	t.Run("anything", func(t *testing.T) {
		for _, mode := range []query.Mode{query.Open, query.Reject} {
			a, err := agent(t, open(t), nil).Answer(context.Background(), query.Question{Text: oslo.Text, Mode: mode}, query.Options{})
			if err != nil || !a.Abstained || !strings.Contains(a.Answer, "ingest") || a.Usage.Calls != 0 {
				t.Errorf("%+v, %v", a, err)
			}
		}
		// A model may still know, and the answer is marked.
		a, err := agent(t, open(t), &scripted{Reply: only("answer", `{"answer":"Oslo","own_knowledge":true}`)}).Answer(context.Background(), oslo, query.Options{})
		if err != nil || a.Answer != "Oslo" || !a.OwnKnowledge || len(a.Citations) > 0 {
			t.Errorf("%+v, %v", a, err)
		}
	})
	t.Run("the relations asked for", func(t *testing.T) {
		s, err := schema.Parse([]byte(`{"name":"none","types":[{"name":"Thing"}],"relations":[{"name":"NEAR"}],"attributes":[]}`))
		if err != nil {
			t.Fatal(err)
		}
		g := agent(t, planted(t), &scripted{Reply: sensible})
		g.Schema = func(context.Context) (*schema.Schema, error) { return s, nil }
		if a, err := g.Answer(context.Background(), oslo, query.Options{}); err != nil || a.Answer != "Oslo" {
			t.Errorf("%q, %v", a.Answer, err)
		}
	})
}

// Three of the four routes left out leave the fourth alone.
func TestOneRouteAlone(t *testing.T) {
	w := planted(t)
	for _, way := range allRoutes() {
		without := slices.DeleteFunc([]string{Communities, Entities, Triples, Paths}, func(part string) bool { return part == way.part() })
		a, err := agent(t, w, &scripted{Reply: sensible}).Answer(context.Background(), oslo, query.Options{Without: without})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range steps(a, "found") {
			if s.Args["route"] != string(way) {
				t.Errorf("without %v: %v searches", without, s.Args["route"])
			}
		}
		if len(steps(a, "found")) == 0 {
			t.Errorf("without %v nothing searches", without)
		}
	}
}
