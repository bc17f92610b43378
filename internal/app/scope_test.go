package app

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"grove/internal/browse"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lookup"
	"grove/query"
	"grove/query/agents"
)

// TestNothingOutsideTheScopeIsReadOrCited asks every agent, and every search, within
// several scopes. What lies outside would answer the question too.
func TestNothingOutsideTheScopeIsReadOrCited(t *testing.T) {
	use(t, settings(t, "w"), func(a *App) {
		texts := map[string]string{
			"a.txt": publicText,
			"b.txt": "Captain Ahab was born in Hamburg. Captain Ahab commands the whaler Pequod.",
			"c.txt": "Captain Ahab was born in Lisbon. Ishmael sails with Captain Ahab on the Pequod.",
		}
		for name, text := range texts {
			if err := ingestText(t, a, name, text); err != nil {
				t.Fatal(err)
			}
		}
		all, err := a.Browse().Documents(t.Context(), graph.DocumentsQuery{})
		if err != nil || len(all) != len(texts) {
			t.Fatalf("%d documents, %v", len(all), err)
		}
		named := func(part string) graph.ID {
			return all[slices.IndexFunc(all, func(d browse.Document) bool { return strings.Contains(d.Source, part) })].ID
		}
		outside := map[graph.ID]string{}
		for _, d := range all {
			rows, err := a.Store.Chunks(t.Context(), graph.ChunksQuery{Document: d.ID})
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range rows {
				outside[c.ID] = d.Source
			}
		}
		for _, scope := range []graph.Scope{
			{Documents: []graph.ID{named("b.txt")}},
			{Documents: []graph.ID{named("b.txt"), named("c.txt")}},
			{Documents: []graph.ID{graph.ID(all[0].Source)}, Since: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)},
		} {
			resolved, err := lookup.Scope(t.Context(), a.Store, scope)
			if err != nil {
				t.Fatal(err)
			}
			inside := func(id graph.ID) bool {
				return outside[id] == "" || slices.ContainsFunc(all, func(d browse.Document) bool { return d.Source == outside[id] && resolved.Holds(d.Document) })
			}
			for _, agent := range agents.Names() {
				answer, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: "Where was Captain Ahab born?", Scope: scope}, Agent: agent})
				if err != nil {
					t.Fatalf("%s: %v", agent, err)
				}
				if agent != "zeroshot" && len(answer.Citations) == 0 {
					t.Errorf("%s cites nothing: %s", agent, answer.Answer)
				}
				raw, err := json.Marshal(answer)
				if err != nil {
					t.Fatal(err)
				}
				for source, only := range map[string]string{"a.txt": "Nantucket", "b.txt": "Hamburg", "c.txt": "Lisbon"} {
					d := all[slices.IndexFunc(all, func(d browse.Document) bool { return strings.Contains(d.Source, source) })]
					if !resolved.Holds(d.Document) && strings.Contains(string(raw), only) {
						t.Errorf("%s tells of %s, which only %s does", agent, only, source)
					}
				}
				for _, c := range answer.Citations {
					if !inside(c.Chunk) {
						t.Errorf("%s cites %s", agent, outside[c.Chunk])
					}
				}
				for _, s := range answer.Trace {
					for _, id := range s.IDs {
						if !inside(graph.ID(id)) {
							t.Errorf("%s: step %d, %s, reads %s", agent, s.Step, s.Action, outside[graph.ID(id)])
						}
					}
				}
			}
			for _, method := range SearchMethods() {
				hits, err := a.Search(t.Context(), "Where was Captain Ahab born?", method, 5, scope)
				if err != nil || len(hits) == 0 {
					t.Errorf("%s: %d hits, %v", method, len(hits), err)
				}
				for _, h := range hits {
					if !inside(h.Chunk) {
						t.Errorf("%s finds %s", method, h.Document.Title)
					}
				}
			}
		}
	})
}

// TestAScopeWithNothingInIt: every agent that reads says so; a document that is not
// there is named.
func TestAScopeWithNothingInIt(t *testing.T) {
	use(t, settings(t, "w"), func(a *App) {
		if err := ingestText(t, a, "a.txt", publicText); err != nil {
			t.Fatal(err)
		}
		for question, said := range map[string]string{"Where was Captain Ahab born?": "within the filter", "亚哈船长出生在哪里？": "筛选条件"} {
			for _, agent := range agents.Names() {
				answer, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: question, Scope: graph.Scope{Tags: []string{"year=1851"}}}, Agent: agent})
				if err != nil || !answer.Abstained || agent != "zeroshot" && !strings.Contains(answer.Answer, said) {
					t.Errorf("%s: %q, %v", agent, answer.Answer, err)
				}
				if agent != "zeroshot" && answer.Usage.Calls != 0 {
					t.Errorf("%s makes %d calls", agent, answer.Usage.Calls)
				}
			}
		}
		for _, method := range SearchMethods() {
			if hits, err := a.Search(t.Context(), "Ahab", method, 5, graph.Scope{Tags: []string{"year=1851"}}); err != nil || len(hits) > 0 {
				t.Errorf("%s: %v, %v", method, hits, err)
			}
		}
		missing := graph.Scope{Documents: []graph.ID{"nowhere.txt"}}
		if _, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: "Where was Captain Ahab born?", Scope: missing}}); !fault.Is(err, fault.NotFound) || !strings.Contains(err.Error(), "nowhere.txt") {
			t.Errorf("ask: %v", err)
		}
		if _, err := a.Search(t.Context(), "Ahab", "", 5, missing); !fault.Is(err, fault.NotFound) {
			t.Errorf("search: %v", err)
		}
		if _, err := a.Search(t.Context(), "Ahab", "", 5, graph.Scope{Tags: []string{"untied"}}); !fault.Is(err, fault.Invalid) {
			t.Errorf("tag: %v", err)
		}
	})
}
