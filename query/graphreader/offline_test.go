package graphreader

import (
	"context"
	"encoding/json"
	"testing"

	"grove/internal/text"
	"grove/query"
)

func TestOfflineAnswers(t *testing.T) {
	w := films()
	for _, c := range []struct {
		question, answer string
		abstained        bool
	}{
		{"Who directed Iron Harbour?", "Walter Lind", false},
		{"When was the director of film Iron Harbour born?", "4 May 1890", false},
		{"Where did the director of film Iron Harbour die?", "Oslo", false},
		{"Which film has the director who was born first, Iron Harbour or Glass Meadow?", "Iron Harbour", false},
		{"Are the directors of the films Iron Harbour and Glass Meadow from the same country?", "no", false},
		{"When was the director of film Copper Valley born?", "", true},
	} {
		t.Run(c.question, func(t *testing.T) {
			a, err := agent(t, w, nil).Answer(context.Background(), query.Question{Text: c.question}, query.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if a.Abstained != c.abstained || !c.abstained && a.Answer != c.answer {
				t.Fatalf("answer %q, abstained %v; trace:\n%s", a.Answer, a.Abstained, show(a.Trace))
			}
			if !a.Abstained && len(a.Citations) == 0 {
				t.Error("no citations")
			}
			if a.Model != "offline" || a.Usage.Calls == 0 {
				t.Errorf("model %q, usage %+v", a.Model, a.Usage)
			}
			checkCitations(t, w, a)
		})
	}
}

// checkCitations holds every citation to the text it points at.
func checkCitations(t *testing.T, w *world, a query.Answer) {
	t.Helper()
	if len(a.Citations) > query.MaxCitations {
		t.Errorf("%d citations", len(a.Citations))
	}
	for _, c := range a.Citations {
		whole := ""
		for _, row := range w.chunks {
			if row.Document == c.Document.ID {
				whole += row.Text
			}
		}
		if !c.Verified || text.Slice(whole, c.Start, c.End) != c.Quote || c.Quote == "" {
			t.Errorf("citation %+v does not stand in the text", c)
		}
	}
}

func show(v any) string {
	raw, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

// TestDeadEndLeadsOn: a start whose facts name nothing else leads to whom the notes
// of its chunk name, also where they are called by more than their name.
func TestDeadEndLeadsOn(t *testing.T) {
	w := &world{}
	w.add("Report of the Korvan Reef Survey", []string{"Report of the Korvan Reef Survey. The survey was led by Dr. Edith Lorne of the Institute of Tides.",
		"Report of the Korvan Reef Survey. | Report of the Korvan Reef Survey",
		"The survey was led by Dr. Edith Lorne of the Institute of Tides. | Edith Lorne, Institute of Tides"})
	for _, n := range []string{"Korvan Reef Survey", "Korvan Reef", "Reef Survey", "Survey", "Korvan", "Leader of the Survey"} {
		w.add(n, []string{n + " is a name.", n + " is a name. | " + n})
	}
	w.add("Edith Lorne", []string{"Edith Lorne is a surveyor. She was born in Wexmoor.", "Edith Lorne is a surveyor. | Edith Lorne", "Edith Lorne was born in Wexmoor. | Edith Lorne, Wexmoor"})
	a, err := agent(t, w, nil).Answer(context.Background(), query.Question{Text: "Where was the leader of the Korvan Reef Survey born?"}, query.Options{})
	if err != nil || a.Answer != "Wexmoor" {
		t.Fatalf("answer %q, %v; trace:\n%s", a.Answer, err, show(a.Trace))
	}
}

// TestTextsWithoutTitle: in a text without a title a note has with it the sentence that
// names whom it speaks of.
func TestTextsWithoutTitle(t *testing.T) {
	w := &world{}
	w.add("", []string{"Ingrid Solberg was a botanist. She was born in Bergen and died in Oslo. She had three children: Nils, Kari and Bjorn.",
		"Ingrid Solberg was a botanist. | Ingrid Solberg", "Ingrid Solberg was born in Bergen. | Ingrid Solberg, Bergen"})
	for question, want := range map[string]string{
		"Where was Ingrid Solberg born?":           "Bergen",
		"Where did Ingrid Solberg die?":            "Oslo",
		"Who were the children of Ingrid Solberg?": "Nils, Kari and Bjorn",
	} {
		a, err := agent(t, w, nil).Answer(context.Background(), query.Question{Text: question}, query.Options{})
		if err != nil || a.Answer != want {
			t.Errorf("%s: %q, %v; trace:\n%s", question, a.Answer, err, show(a.Trace))
		}
	}
}
