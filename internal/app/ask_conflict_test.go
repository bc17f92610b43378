package app

import (
	"strings"
	"testing"

	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/query"
)

// TestSourcesDiffer: two documents that give one thing two values are both shown,
// each by a verified quote; a detail more, or another thing of the kind, is no conflict.
func TestSourcesDiffer(t *testing.T) {
	const first = "Walter Lind (4 May 1890 – 2 June 1961) was a Swedish film director. He was born in Uppsala.\n"
	for name, c := range map[string]struct{ second, rival string }{
		"another date":       {"Walter Lind (born 7 March 1892) was a director of films from Sweden.\n", "7 March 1892"},
		"the year alone":     {"Walter Lind, born in 1890, was a director of films from Sweden.\n", ""},
		"another person":     {"Ann Petrie (born 1 March 1911) was a painter.\n", ""},
		"nothing about that": {"Walter Lind directed Iron Harbour.\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			use(t, settings(t, "w"), func(a *App) {
				for file, body := range map[string]string{"a.txt": first, "b.txt": c.second} {
					if err := ingestText(t, a, file, body); err != nil {
						t.Fatal(err)
					}
				}
				for _, agent := range readers() {
					answer, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: "When was Walter Lind born?"}, Agent: agent})
					if err != nil || (len(answer.Conflicts) > 0) != (c.rival != "") {
						t.Fatalf("%s: %q, conflicts %+v, %v", agent, answer.Answer, answer.Conflicts, err)
					}
					for _, x := range answer.Conflicts {
						own, other := answer.Citations[x.A.Citation-1], answer.Citations[x.B.Citation-1]
						if x.A.Answer != answer.Answer || !own.Verified || !other.Verified || own.Document.ID == other.Document.ID ||
							!strings.Contains(own.Quote, x.A.Answer) || !strings.Contains(other.Quote, x.B.Answer) || x.A.Answer != c.rival && x.B.Answer != c.rival {
							t.Errorf("%s: %+v by %q and %q", agent, x, own.Quote, other.Quote)
						}
					}
				}
			})
		})
	}
}

// TestAModelNamesARival: it counts only where a quote of another document states it.
func TestAModelNamesARival(t *testing.T) {
	use(t, settings(t, "w"), func(a *App) {
		for file, body := range map[string]string{"a.txt": "Walter Lind was born in Uppsala.\n", "b.txt": "Walter Lind was born in Stockholm.\n"} {
			if err := ingestText(t, a, file, body); err != nil {
				t.Fatal(err)
			}
		}
		for rival, want := range map[string]int{"Stockholm": 1, "Atlantis": 0, "Uppsala": 0, "": 0} {
			a.Client.Model = &llmtest.Model{Reply: func(stage string, r llm.Request) (string, error) {
				return `{"analysis":"","answer":"Uppsala","abstained":false,"missing":"","own_knowledge":false,"evidence":[1,2],"rival":"` + rival + `","rival_evidence":[1,2]}`, nil
			}}
			answer, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: "Where was Walter Lind born?"}, Agent: "bm25"})
			if err != nil || len(answer.Conflicts) != want {
				t.Errorf("rival %q: %q, conflicts %+v, citations %+v, %v", rival, answer.Answer, answer.Conflicts, answer.Citations, err)
			}
		}
	})
}
