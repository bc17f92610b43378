package tree

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/internal/text"
	"grove/query"
)

var oslo = query.Question{Text: "Where did the director of Iron Harbour die?"}

func TestWithAModel(t *testing.T) {
	w := planted(t)
	m := &scripted{Reply: sensible}
	a, err := agent(t, w, m).Answer(context.Background(), oslo, query.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if a.Answer != "Oslo" || a.Abstained || a.OwnKnowledge || a.Model != "scripted" || a.Agent != Name || a.Limited != "" {
		t.Fatalf("answer %+v", a)
	}
	if m.Count("decompose") != 1 || m.Count("reflect") != 2 || m.Count("answer") != 1 || a.Usage.Calls != 4 {
		t.Errorf("%d calls: %v", a.Usage.Calls, a.Usage.ByStage)
	}
	if len(a.Citations) != 1 || a.Citations[0].Quote != "Walter Lind was born in Uppsala and died in Oslo of pneumonia." {
		t.Errorf("citations %+v", a.Citations)
	}
	checkCitations(t, w, a)
	for _, way := range allRoutes() {
		if _, went := foundBy(a)[string(way)]; !went {
			t.Errorf("the route %q is not in the trace", way)
		}
	}
	for _, s := range a.Trace {
		switch s.Action {
		case "find", "mentions", "facts", "attributes", "relations", "communities", "members", "paths", "chunks", "counts":
			if s.Cypher == "" || len(s.Params) == 0 {
				t.Errorf("step %d (%s) shows no Cypher", s.Step, s.Action)
			}
		}
	}
	// The second step sees what the first concluded, and what it kept.
	last := llmtest.PromptText(m.Requests()[2])
	for _, part := range []string{"step 1: Walter Lind directed it. The place of death is missing.", "asked triple: (Walter Lind, DIED_IN, ?)", "directed by Walter Lind"} {
		if !strings.Contains(last, part) {
			t.Errorf("the second reflection does not show %q:\n%s", part, last)
		}
	}
}

func TestTheTraceIsTheSameEachTime(t *testing.T) {
	w := planted(t)
	var former string
	for range 3 {
		a, err := agent(t, w, &scripted{Reply: sensible}).Answer(context.Background(), oslo, query.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range a.Trace {
			a.Trace[i].Ms = 0
		}
		now := show(a.Trace)
		if former != "" && now != former {
			t.Fatal("the trace differs from run to run")
		}
		former = now
	}
}

func TestOffline(t *testing.T) {
	w := planted(t)
	for _, c := range []struct {
		question, answer string
		abstained        bool
	}{
		{"Who directed Iron Harbour?", "Walter Lind", false},
		{"When was the director of film Iron Harbour born?", "4 May 1890", false},
		{"Where did the director of film Iron Harbour die?", "Oslo", false},
		{"Which film has the director who was born first, Iron Harbour or Glass Meadow?", "Iron Harbour", false}, // by a second look: one date is found for both
		{"Which film was released first, Iron Harbour or Glass Meadow?", "Iron Harbour", false},
		{"When was the director of film Copper Valley born?", "", true},
	} {
		for _, mode := range []query.Mode{query.Open, query.Reject} {
			a, err := agent(t, w, nil).Answer(context.Background(), query.Question{Text: c.question, Mode: mode}, query.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if a.Abstained != c.abstained || !c.abstained && a.Answer != c.answer {
				t.Errorf("%s: answer %q, abstained %v; trace:\n%s", c.question, a.Answer, a.Abstained, show(a.Trace))
			}
			if a.Model != llm.OfflineName || !a.Abstained && len(a.Citations) == 0 {
				t.Errorf("%s: model %q, %d citations", c.question, a.Model, len(a.Citations))
			}
			checkCitations(t, w, a)
		}
	}
}

// checkCitations holds every citation to the text it points at.
func checkCitations(t *testing.T, w *world, a query.Answer) {
	t.Helper()
	texts := map[string]string{}
	for _, p := range films() {
		texts[p.title] = p.bundle().Chunks[0].Text
	}
	for _, c := range a.Citations {
		if !c.Verified || text.Slice(texts[c.Document.Title], c.Start, c.End) != c.Quote || c.Quote == "" {
			t.Errorf("citation %+v does not stand in the text", c)
		}
	}
}

func show(v any) string {
	raw, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err.Error()
	}
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(raw))
}
