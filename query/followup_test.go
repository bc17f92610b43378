package query

import (
	"strings"
	"testing"

	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// TestFollowUpByRules: a pronoun stands for the one named thing of the fitting type in the last
// turn's answer or question; without one the question stays as it is.
func TestFollowUpByRules(t *testing.T) {
	director := []Turn{{"Who directed Iron Harbour?", "Walter Lind"}}
	for _, c := range []struct {
		turns    []Turn
		asked    string
		standing string
	}{
		{director, "Who is he married to?", "Who is Walter Lind married to?"},
		{director, "Where was his mother born?", "Where was Walter Lind's mother born?"},
		{director, "When was it shot?", "When was Iron Harbour shot?"},
		{director, "Where was Ann Petrie born?", "Where was Ann Petrie born?"},
		{append(director[:1:1], Turn{"Who is he married to?", "Greta Moss"}), "Where was she born?", "Where was Greta Moss born?"},
		{[]Turn{{"When was Walter Lind born?", "4 May 1890"}}, "Where did he die?", "Where did Walter Lind die?"},
		{[]Turn{{"Who was born first, Haakon Lind or Olaf Moss?", "Olaf Moss"}}, "Where did he die?", "Where did Olaf Moss die?"},
		{[]Turn{{"Who directed Iron Harbour?", "Iron Harbour was directed by Walter Lind."}}, "Where was he born?", "Where was Walter Lind born?"},
		{[]Turn{{"", "Walter Lind"}}, "Where was Ann Petrie born?", "Where was Ann Petrie born?"},
		{[]Turn{{"Where was Walter Lind born?", "Halland"}}, "Who else was born there?", "Who else was born in Halland?"},
		{[]Turn{{"工程师林远设计了什么？", "北港大桥"}}, "他出生在哪里？", "林远出生在哪里？"},
		{[]Turn{{"谁设计了北港大桥？", "工程师林远"}}, "他出生在哪里？", "林远出生在哪里？"},
		// An expedition is no "he", and two persons are one too many.
		{[]Turn{{"Where was the leader of the Kestrel Expedition born?", "Ashmere"}}, "When did he die?", "When did he die?"},
		{[]Turn{{"Did Ann Petrie meet Walter Lind?", "yes"}}, "When did she die?", "When did she die?"},
		{[]Turn{{"Who is the captain of the Pequod?", ""}}, "Where was he born?", "Where was he born?"},
		// A turn that names nothing leads back to those before it.
		{[]Turn{{"Who directed Iron Harbour?", "Walter Lind"}, {"Why?", ""}}, "Where was he born?", "Where was Walter Lind born?"},
	} {
		if got := (followUp{question: c.asked, turns: c.turns}).Offline(offline.New()); got != c.standing {
			t.Errorf("%q after %q: %q, want %q", c.asked, c.turns[len(c.turns)-1], got, c.standing)
		}
	}
}

// TestFollowUpReplies: what a model may say, and what is no question.
func TestFollowUpReplies(t *testing.T) {
	p := followUp{question: "And he?", turns: []Turn{{"Who?", "Lind"}}}
	for reply, want := range map[string]string{
		`{"question":" Who is\nLind? "}`: "Who is Lind?", "```json\n{\"question\":\"Who?\"}\n```": "Who?",
		`{"question":""}`: "", "Who is Lind?": "", `{"question":{"a":1}}`: "", `{"question":"` + strings.Repeat("x", 5000) + `"}`: "",
	} {
		got, err := p.Parse(reply)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%.60q: %q, %v", reply, got, err)
		}
	}
}

// TestFollowUpShowsHalfTurns: a turn without an answer is shown without one.
func TestFollowUpShowsHalfTurns(t *testing.T) {
	p := followUp{question: "And he?", turns: []Turn{{"Who is Lind?", ""}, {"Who is Moss?", "a mate"}}}
	if said := p.Messages()[1].Content; !strings.Contains(said, "Q: Who is Lind?\nQ: Who is Moss?\nA: a mate") {
		t.Errorf("%q", said)
	}
}

// TestHistoryIsBounded: the last turns, within their share of the window.
func TestHistoryIsBounded(t *testing.T) {
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	client := &llm.Client{Kit: offline.New(), Counter: counter}
	s := client.Session(llm.Bounds{Window: 2048})
	var history []Turn
	for range 50 {
		history = append(history, Turn{"Who directed it?", strings.Repeat("word ", 10_000)})
	}
	turns := recent(s, history)
	size := 0
	for _, turn := range turns {
		size += s.Count(turn.line())
	}
	if len(turns) == 0 || len(turns) > MaxTurns || size > 2048/historyShare {
		t.Errorf("%d turns of %d tokens", len(turns), size)
	}
	if got := recent(s, []Turn{{" ", "x"}}); len(got) != 0 {
		t.Errorf("a turn without a question: %v", got)
	}
}

func FuzzFollowUp(f *testing.F) {
	f.Add("Who is he?", "Who directed Iron Harbour?", "Walter Lind")
	f.Add("那1998年呢？", "1997年谁获奖？", "她")
	f.Fuzz(func(t *testing.T, question, before, answer string) {
		if utf := strings.ToValidUTF8(question, "?"); utf != question {
			t.Skip()
		}
		p := followUp{question: question, turns: []Turn{{before, answer}, {question, answer}}}
		_ = p.Offline(offline.New())
		_, _ = p.Parse(question)
	})
}

// TestStandingAloneSaysNothing: only a question that was understood as another is
// shown as such.
func TestStandingAloneSaysNothing(t *testing.T) {
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	client := &llm.Client{Kit: offline.New(), Counter: counter}
	for question, want := range map[string]string{" Where was Ann Petrie born? ": "", "Where was he born?": "Where was Walter Lind born?"} {
		f, err := begin(t.Context(), Agent{Name: "a"}, Deps{LLM: client}, Question{Text: question, History: []Turn{{"Who directed Iron Harbour?", "Walter Lind"}}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := f.finish(Answer{}).Asked; got != want {
			t.Errorf("%q: understood as %q, want %q", question, got, want)
		}
	}
}
