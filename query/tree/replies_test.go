package tree

import (
	"context"
	"strings"
	"testing"

	"grove/internal/llm"
	"grove/query"
)

func TestBadReplies(t *testing.T) {
	w := planted(t)
	for name, c := range map[string]struct {
		reply func(string, llm.Request) (string, error)
		// says is what the trace or the answer says of it.
		says string
	}{
		"decomposition is prose":       {only("decompose", "First look."), "question: " + oslo.Text},
		"decomposition of nothing":     {only("decompose", `{"queries":[]}`), "there is no sub-query"},
		"decomposition in texts":       {only("decompose", `{"queries":["Who directed Iron Harbour?"]}`), "question: Who directed Iron Harbour?"},
		"unknown kind and type":        {only("decompose", `{"queries":[{"kind":"wish","head":"Iron Harbour","head_type":"Ghost","relation":"DIRECTED_BY"}]}`), "type Ghost is not in the schema"},
		"unknown relation":             {only("decompose", `{"queries":[{"kind":"triple","head":"Iron Harbour","relation":"QQXZW"}]}`), "QQXZW is not in the schema"},
		"nothing of the schema":        {only("decompose", `{"queries":[{"kind":"triple","head":"?","relation":"QQXZW","tail":"unknown"}]}`), "dropped: triple: (?, QQXZW, ?)"},
		"types that do not join":       {only("decompose", `{"queries":[{"kind":"triple","head":"Oslo","head_type":"Location","relation":"DIED_IN","tail":"Boston","tail_type":"Location"}]}`), "DIED_IN does not join Location and Location"},
		"types the wrong way round":    {only("decompose", `{"queries":[{"kind":"triple","head":"Oslo","head_type":"Location","relation":"DIED_IN","tail":"","tail_type":"Person"}]}`), "swapped"},
		"reflection is prose":          {only("reflect", "Hm."), "the step could not be read"},
		"reflection repaired":          {only("reflect", "{", `{"enough":true}`), "the evidence is enough"},
		"reflection asks the same":     {only("reflect", `{"enough":false,"queries":[{"kind":"triple","head":"iron harbour","relation":"directed by"}]}`), "nothing new is asked"},
		"reflection with nothing":      {only("reflect", `{"enough":false,"queries":[]}`), "the documents seem to lack it"},
		"evidence that does not exist": {only("answer", `{"answer":"Oslo","evidence":[77,-3,0]}`), `"used": 0`},
		"answer is prose":              {only("answer", "Oslo, I think"), "no answer came of it"},
		"answer is a list":             {only("answer", `{"answer":["Oslo","Boston"],"evidence":[1]}`), "Oslo, Boston"},
	} {
		t.Run(name, func(t *testing.T) {
			a, err := agent(t, w, &scripted{Reply: c.reply}).Answer(context.Background(), oslo, query.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if said := show(a.Trace); !strings.Contains(said, c.says) {
				t.Errorf("nothing says %q:\n%s", c.says, said)
			}
		})
	}
}

// A model that never has enough is stopped after the last step.
func TestNeverEnough(t *testing.T) {
	n := 0
	m := &scripted{Reply: func(stage string, r llm.Request) (string, error) {
		if stage != "reflect" {
			return sensible(stage, r)
		}
		n++
		return `{"enough":false,"queries":[{"kind":"community","head":"topic ` + strings.Repeat("x", n) + `"}]}`, nil
	}}
	a, err := agent(t, planted(t), m).Answer(context.Background(), oslo, query.Options{})
	if err != nil || m.Count("reflect") != 5 || !strings.Contains(a.Limited, "5 steps") || a.Answer != "Oslo" {
		t.Errorf("%d reflections, limited %q, answer %q, %v", m.Count("reflect"), a.Limited, a.Answer, err)
	}
}

func TestCallsAreBounded(t *testing.T) {
	w := planted(t)
	for most := 1; most <= 6; most++ {
		m := &scripted{Reply: sensible}
		a, err := agent(t, w, m).Answer(context.Background(), oslo, query.Options{MaxCalls: most})
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Requests()) > most || m.Count("answer") != 1 {
			t.Errorf("--max-calls %d: %d calls, %d of them answers", most, len(m.Requests()), m.Count("answer"))
		}
		if most < 4 && a.Limited == "" {
			t.Errorf("--max-calls %d is not said to limit", most)
		}
		m = &scripted{Reply: func(string, llm.Request) (string, error) { return "nonsense", nil }}
		if _, err := agent(t, w, m).Answer(context.Background(), oslo, query.Options{MaxCalls: most}); err != nil || len(m.Requests()) > most {
			t.Errorf("--max-calls %d, nonsense: %d calls, %v", most, len(m.Requests()), err)
		}
	}
}
