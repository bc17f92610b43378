package traces

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"grove/cypher"
	"grove/internal/graph"
	"grove/query"
)

// hostile is a text that would leave a statement if it were part of it.
const hostile = "it's \\' `x` \n MATCH (n) DETACH DELETE n // \x00 亚哈"

// Every read that an agent can make is found again from its step as a file has it.
func TestEveryReadIsFoundAgain(t *testing.T) {
	scope := graph.Scope{Documents: []graph.ID{"d1", "d2"}, Tags: []string{"k=" + hostile}, Since: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	for _, in := range []graph.Scope{{}, scope, {Since: scope.Since}} {
		for _, c := range []struct {
			action string
			args   map[string]any
			q      any
		}{
			{"counts", nil, cypher.CountsQuery{}},
			{"documents", nil, graph.DocumentsQuery{Scope: in, Limit: 100}.Narrowed()},
			{"documents", nil, graph.DocumentsQuery{IDs: []graph.ID{"d1"}, Sources: []string{hostile}, SourceIDs: []string{"1"}, Origins: []string{"/o"}, Titles: []string{"t"}, Like: "a", After: "d0", Scope: in, Limit: 7}},
			{"chunks", nil, graph.ChunksQuery{IDs: []graph.ID{"c1", "c2"}, Scope: in, Limit: 2}},
			{"chunks", nil, graph.ChunksQuery{Document: "d1", From: 3, Scope: in, Limit: 2}},
			{"facts", nil, graph.FactsQuery{Elements: []graph.ID{"k1"}, Scope: in, Limit: 5000}},
			{"key_elements", nil, graph.KeyElementsQuery{Facts: []graph.ID{"f1"}, Scope: in, Limit: 9}},
			{"find", nil, graph.FindQuery{Norms: []string{"a", hostile}, Scope: in, Limit: 9}},
			{"find", nil, graph.FindQuery{IDs: []graph.ID{"k1"}, Prefix: hostile, Scope: in, Limit: 9}},
			{"mentions", nil, graph.MentionsQuery{Chunks: []graph.ID{"c1"}, Scope: in, Limit: 9}},
			{"neighbours", nil, graph.NeighboursQuery{Element: "k1", Scope: in, Limit: 9}},
			{"attributes", nil, graph.AttributesQuery{Entities: []graph.ID{"k1"}, Scope: in, Limit: 9}},
			{"members", nil, graph.MembersQuery{Community: "m1", After: "k1", Limit: 9}},
			{"paths", map[string]any{"max_hops": 3}, graph.PathsQuery{From: "k1", To: "k2", MaxHops: 3, Fanout: 4, Beam: 5, Limit: 6, Scope: in}},
			{"relations", nil, graph.RelationsQuery{Elements: []graph.ID{"k1"}, Fanout: 9, Scope: in}},
			{"relations", map[string]any{"relations": []string{"指挥", "HATES"}}, graph.RelationsQuery{Elements: []graph.ID{"k1"}, Relations: []string{"指挥", "HATES"}, Direction: graph.Outgoing, Fanout: 9, Scope: in}},
			{"relations", nil, graph.RelationsQuery{Elements: []graph.ID{"k1"}, Direction: graph.Incoming, Fanout: 9, Scope: in}},
			{"communities", nil, graph.CommunitiesQuery{Top: true, Limit: 9}},
			{"communities", nil, graph.CommunitiesQuery{Parent: "m1", Limit: 9}},
			{"communities", nil, graph.CommunitiesQuery{IDs: []graph.ID{"m1"}, Members: []graph.ID{"k1"}, Limit: 9}},
			{"all_key_elements", nil, cypher.Page{Label: "KeyElement", PageQuery: graph.PageQuery{After: "k1", Limit: 9, Scope: in}}},
			{"all_key_elements", nil, cypher.Page{Label: "KeyElement", PageQuery: graph.PageQuery{Limit: 9, Bare: true, Scope: in}}},
		} {
			s := filed(t, c.action, c.args, c.q)
			p, err := paramsOf(s.Params, "w")
			if err != nil {
				t.Fatal(err)
			}
			args, err := paramsOf(s.Args, "w")
			if err != nil {
				t.Fatal(err)
			}
			var found any
			for _, q := range queriesOf(c.action, p, args) {
				if renders("w", q, s) {
					found = q
				}
			}
			if diff := cmp.Diff(c.q, found, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s: %s", c.action, diff)
			}
			if elsewhere := queriesOf(c.action, p, args); c.action != "counts" && renders("other", elsewhere[0], s) {
				t.Errorf("%s: the statement of another workspace is taken for its own", c.action)
			}
		}
	}
}

// filed is the step of a read, as it is after it was written and read again.
func filed(t *testing.T, action string, args map[string]any, q any) query.Step {
	t.Helper()
	st, err := cypher.Render("w", q)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(query.Step{Action: action, Args: args, Cypher: st.Text, Params: st.Params})
	if err != nil {
		t.Fatal(err)
	}
	var s query.Step
	if err := json.Unmarshal(raw, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func FuzzStep(f *testing.F) {
	f.Add(`{"action":"relations","args":{"relations":["HATES",7]},"cypher":"x","params":{"elements":["w/k1",null],"fanout":1e300}}`)
	f.Add(`{"action":"paths","args":{"max_hops":-5},"cypher":"x","params":{"scopeSince":"never","limit":"9"}}`)
	f.Fuzz(func(t *testing.T, raw string) {
		var s query.Step
		if json.Unmarshal([]byte(raw), &s) != nil {
			return
		}
		p, err := paramsOf(s.Params, "w")
		if err != nil {
			t.Fatal(err)
		}
		args, err := paramsOf(s.Args, "w")
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range queriesOf(s.Action, p, args) {
			if renders("w", q, s) {
				if st, err := cypher.Render("w", q); err != nil || st.Text != s.Cypher {
					t.Fatalf("%+v renders %q, %v", q, st.Text, err)
				}
			}
		}
	})
}
