package app

import (
	"slices"
	"strings"
	"testing"

	"grove/ingest/identity"
	"grove/internal/config"
	"grove/internal/curate"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm/llmtest"
)

// apartTexts hold a pair that the names leave open, a name that is a part of another one
// and two names that are one by the rules.
var apartTexts = map[string]string{
	"a.txt": "Katharina Blum was born in Rome. Sherlock Holmes was born in London. Holmes married Mary Morstan.",
	"b.txt": "Katharine Blum is a golfer.",
	"c.txt": "Dr. Brevik was born in Paris.",
	"d.txt": "Tomas Brevik was born in Paris.",
}

// TestSetApart: what a person keeps apart is no duplicate, is put to no model and joined
// by no rule, until that is undone or a later merge overrules it.
func TestSetApart(t *testing.T) {
	c, file := settings(t, "w"), ""
	use(t, c, func(a *App) {
		for _, name := range []string{"a.txt", "b.txt", "c.txt", "d.txt"} {
			if err := ingestText(t, a, name, apartTexts[name]); err != nil {
				t.Fatal(err)
			}
		}
		open := func() (pairs []string) {
			t.Helper()
			list, err := a.Curate().Duplicates(t.Context(), 50)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range list {
				names := []string{d.A.Name, d.B.Name}
				slices.Sort(names)
				pairs = append(pairs, names[0]+" | "+names[1])
			}
			slices.Sort(pairs)
			return pairs
		}
		is := func(what string, want ...string) {
			t.Helper()
			if got := open(); !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", what, got, want)
			}
		}
		blum, brevik := "Katharina Blum | Katharine Blum", "Brevik | Tomas Brevik"
		if first := open(); len(first) != 2 {
			t.Fatalf("open at first: %q", first)
		} else if first[0] != brevik {
			brevik = first[0]
		}
		d, err := a.Curate().Distinct(t.Context(), "katharina blum", "katharine blum")
		if err != nil || len(d.Entities) != 2 || d.Decision.Kind != graph.ApartDecision {
			t.Fatalf("%+v, %v", d, err)
		}
		if want := []string{"Katharina Blum", "Katharine Blum"}; !slices.Equal(d.Decision.Names, want) {
			t.Errorf("names %q, want those that are written", d.Decision.Names)
		}
		is("kept apart", brevik)
		list, err := a.Curate().Decisions(t.Context())
		if err != nil || len(list) != 1 || list[0].ID != d.Decision.ID {
			t.Errorf("%+v, %v", list, err)
		}
		if _, err := a.Curate().Undo(t.Context(), d.Decision.ID); err != nil {
			t.Fatal(err)
		}
		is("undone", brevik, blum)

		// What the rules join comes apart, and stays so.
		if d, err = a.Curate().Distinct(t.Context(), "Holmes", "Sherlock Holmes"); err != nil || len(d.Entities) != 2 {
			t.Fatalf("%+v, %v", d, err)
		}
		merged, err := a.Curate().Merge(t.Context(), []string{"Holmes", "Sherlock Holmes"})
		if err != nil || len(merged.Entities) != 1 {
			t.Errorf("a later merge: %+v, %v", merged, err)
		}
		for _, refs := range [][2]string{{"Holmes", "Holmes"}, {"Katharina Blum", " katharina  blum"}} {
			if _, err := a.Curate().Distinct(t.Context(), refs[0], refs[1]); !fault.Is(err, fault.Invalid) {
				t.Errorf("%q apart: %v", refs, err)
			}
		}
		if _, err := a.Curate().Distinct(t.Context(), "Holmes", "nobody"); !fault.Is(err, fault.NotFound) {
			t.Errorf("nobody: %v", err)
		}
		if _, err := a.Curate().Distinct(t.Context(), "Katharina Blum", "Katharine Blum"); err != nil {
			t.Fatal(err)
		}
		sound(t, a)
		file = exportOf(t, a)
	})
	use(t, settings(t, "to"), func(a *App) {
		if _, err := a.Jobs().Import(t.Context(), strings.NewReader(file), nil); err != nil {
			t.Fatal(err)
		}
		if list, err := a.Curate().Decisions(t.Context()); err != nil || len(list) == 0 || list[len(list)-1].Kind != graph.ApartDecision {
			t.Errorf("imported: %+v, %v", list, err)
		}
		if again := exportOf(t, a); again != file {
			t.Error("exported again, the file differs")
		}
	})
	// A model that takes all for one thing is not asked about what was kept apart.
	server := llmtest.NewServer(llmtest.Options{Reply: func(llmtest.Request) llmtest.Reply {
		return llmtest.Reply{Content: `{"why": "as it is", "verdict": "same", "title": "a group", "summary": "s"}`}
	}})
	defer server.Close()
	c.Model, c.LLM.BaseURL, c.LLM.APIKey = "says-same", config.NewAddress(server.URL()), "x"
	use(t, c, func(a *App) {
		asked, err := a.Curate().Ask(t.Context(), curate.AskOptions{Limit: 50})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range asked.Pairs {
			if p.A.Name == "Katharina Blum" || p.B.Name == "Katharina Blum" || p.Opinion != identity.Same {
				t.Errorf("asked about %q and %q: %s", p.A.Name, p.B.Name, p.Opinion)
			}
		}
		if len(asked.Pairs) != 1 {
			t.Errorf("%d pairs", len(asked.Pairs))
		}
	})
}
