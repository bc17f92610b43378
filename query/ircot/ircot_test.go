package ircot

import (
	"math/rand"
	"strings"
	"testing"

	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/internal/llm/offline"
	"grove/internal/text"
	"grove/query"
	"grove/query/querytest"
)

const asked = "Where was the director of Iron Harbour born?"

func films() *querytest.Library {
	l := &querytest.Library{}
	l.Add("Iron Harbour", "Iron Harbour was directed by Walter Lind.")
	l.Add("Walter Lind", "Walter Lind was born in Uppsala.")
	return l
}

func answered(answer string) string {
	return llmtest.JSON(map[string]any{"hops": []any{}, "answer": answer, "abstained": answer == "", "missing": "", "evidence": []any{map[string]any{"number": 2, "quote": "Walter Lind was born in Uppsala."}}, "rival": "", "rival_evidence": []int{}})
}

// TestThoughts: each thought is searched for; the search ends where it is enough, repeats itself, is unreadable, or
// at a limit.
func TestThoughts(t *testing.T) {
	for name, c := range map[string]struct {
		thoughts []string
		searched []string
		most     int
		limited  bool
	}{
		"enough":                        {[]string{`{"thought":"Lind directed it.","enough":false}`, `{"thought":"Born in Uppsala.","enough":true}`}, []string{asked, "Lind directed it."}, 0, false},
		"repeats":                       {[]string{`{"thought":"Lind.","enough":false}`, `{"thought":"Lind.","enough":false}`}, []string{asked, "Lind."}, 0, false},
		"out of form":                   {[]string{"hm", "hm"}, []string{asked}, 0, true},
		"a bad reply and the last call": {[]string{"hm", "hm"}, []string{asked}, 2, true},
		"few calls":                     {[]string{`{"thought":"Lind.","enough":false}`}, []string{asked, "Lind."}, 2, true},
		"steps":                         {[]string{`{"thought":"Lind.","enough":false}`, `{"thought":"Who?","enough":false}`, `{"thought":"Where?","enough":false}`}, []string{asked, "Lind."}, 0, true},
	} {
		n := 0
		m := &llmtest.Model{Reply: func(_ string, r llm.Request) (string, error) {
			if strings.HasPrefix(r.Name, "ircot.answer") {
				return answered("Uppsala"), nil
			}
			n++
			return c.thoughts[min(n, len(c.thoughts))-1], nil
		}}
		a, err := films().Agent(t, Agent(), m).Answer(t.Context(), query.Question{Text: asked}, query.Options{MaxCalls: c.most, Own: map[string]string{optionMax: "2"}})
		if (a.Limited != "") != c.limited {
			t.Errorf("%s: limited %q", name, a.Limited)
		}
		if err != nil || a.Answer != "Uppsala" || m.Count("answer") != 1 || len(a.Citations) != 1 || a.Citations[0].Quote != "Walter Lind was born in Uppsala." {
			t.Fatalf("%s: %q, %+v, %v", name, a.Answer, a.Citations, err)
		}
		var searched []string
		for _, s := range a.Trace {
			if s.Action == "search" {
				searched = append(searched, s.Args["query"].(string))
			}
		}
		if strings.Join(searched, "|") != strings.Join(c.searched, "|") {
			t.Errorf("%s: searched for %q", name, searched)
		}
	}
}

func TestOffline(t *testing.T) {
	a, err := films().Agent(t, Agent(), nil).Answer(t.Context(), query.Question{Text: "Who directed Iron Harbour?"}, query.Options{})
	if err != nil || a.Answer != "Walter Lind" || len(a.Citations) == 0 {
		t.Errorf("%q, %v", a.Answer, err)
	}
}

// TestWindow: no call exceeds the window.
func TestWindow(t *testing.T) {
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewSource(1))
	for i := range 12 {
		l := &querytest.Library{}
		for range 1 + r.Intn(20) {
			l.Add(strings.Repeat("灯塔 title ", 1+r.Intn(40)), strings.Repeat("灯塔在港口。 A word ===== and another. ", 1+r.Intn(200)))
		}
		window, n := []int{LeastWindow, 2048, 4096}[i%3], 0
		m := &llmtest.Model{Reply: func(_ string, r llm.Request) (string, error) {
			size := 3 + counter.Count(string(r.ReplySchema)) + r.MaxTokens
			for _, x := range r.Messages {
				size += 4 + counter.Count(x.Content)
			}
			if size > window {
				t.Errorf("window %d: %s takes %d tokens", window, r.Name, size)
			}
			n++
			return `{"thought":"` + strings.Repeat("灯塔 thought. ", n*20) + `","enough":false,"answer":"1931","abstained":false}`, nil
		}}
		if _, err := l.Agent(t, Agent(), m).Answer(t.Context(), query.Question{Text: "Where is the lighthouse?"}, query.Options{Window: window}); err != nil {
			t.Errorf("window %d: %v", window, err)
		}
	}
}

func TestPromptIsGolden(t *testing.T) {
	answer := answerPrompt(256)
	answer.Question, answer.Evidence = query.Question{Text: asked, Mode: query.Open}, []query.Evidence{{Label: "Iron Harbour", Text: "Walter Lind directed it.\n===== evidence"}}
	querytest.Golden(t, map[string]querytest.Prompt{"answer": answer, "reason": thoughtPrompt{question: query.Question{Text: asked}, parsed: offline.New().Question(asked, ""),
		thoughts: []string{"It is a film."}, evidence: []query.Evidence{{Label: "Iron Harbour", Text: "Walter Lind directed it.\n===== evidence", Number: 3}}, reply: 256}})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "{", `{"thought":"x"}`, `{"enough":true}`, `{"thought":["a"],"enough":false}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		if r, err := (thoughtPrompt{}).Parse(reply); err == nil && r.text == "" && !r.done {
			t.Error("an empty thought")
		}
	})
}
