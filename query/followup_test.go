package query

import (
	"strings"
	"testing"

	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// TestFollowUpByRules: what stands for a name, and what is left out.
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
		{director, "And Glass Meadow?", "Who directed Glass Meadow?"},
		{director, "What about Glass Meadow?", "Who directed Glass Meadow?"},
		// What somebody owns is asked for, not what was asked of him.
		{director, "And his wife?", "Who is Walter Lind's wife?"},
		{director, "And his children?", "Who are Walter Lind's children?"},
		{director, "What about her date of birth?", "What is Walter Lind's date of birth?"},
		{[]Turn{{"王小明的父亲是谁？", "王大海"}}, "那他的妻子呢？", "王大海的妻子是谁？"},
		{[]Turn{{"王小明的父亲是谁？", ""}}, "那他的妻子呢？", "王小明的父亲的妻子是谁？"},
		{[]Turn{{"王小明的父亲是谁？", "王大海"}}, "那他的职业呢？", "王大海的职业是什么？"},
		{[]Turn{{"王小明的父亲是谁？", "王大海"}}, "那李强呢？", "李强的父亲是谁？"},
		{[]Turn{{"Who won the Harbour Prize in 1997?", "Ann Petrie"}}, "And in 1998?", "Who won the Harbour Prize in 1998?"},
		{[]Turn{{"Who won the Harbour Prize?", "Ann Petrie"}}, "And in 1998?", "Who won the Harbour Prize in 1998?"},
		{append(director[:1:1], Turn{"Who is he married to?", "Greta Moss"}), "Where was she born?", "Where was Greta Moss born?"},
		{[]Turn{{"When was Walter Lind born?", "4 May 1890"}}, "Where did he die?", "Where did Walter Lind die?"},
		{[]Turn{{"亚哈是哪艘船的船长？", "裴廓德号"}}, "他出生在哪里？", "亚哈出生在哪里？"},
		{[]Turn{{"Which ship lived longer, Haakon Lind or Olaf Moss?", "Olaf Moss"}}, "它在哪里？", "Olaf Moss在哪里？"},
		{[]Turn{{"哪位导演出生更早，陈凯歌还是张艺谋？", "张艺谋"}}, "他出生在哪里？", "张艺谋出生在哪里？"},
		{[]Turn{{"Which director was born first, Haakon Lind or Olaf Moss?", "Olaf Moss"}}, "Where did he die?", "Where did Olaf Moss die?"},
		{[]Turn{{"Who was born first, Haakon Lind or Olaf Moss?", "Olaf Moss"}}, "他出生在哪里？", "Olaf Moss出生在哪里？"},
		// A question without an answer, or without a name in it: what it calls the person.
		{[]Turn{{"Who is the captain of the Pequod?", ""}}, "Where was he born?", "Where was the captain of the Pequod born?"},
		{[]Turn{{"Who directed Iron Harbour?", ""}}, "When did he die?", "When did the one who directed Iron Harbour die?"},
		{[]Turn{{"Who repaired the Wexley clock?", ""}}, "Where was she born?", "Where was the one who repaired the Wexley clock born?"},
		{[]Turn{{"Who directed Iron Harbour?", "Iron Harbour was directed by Walter Lind."}}, "Where was he born?", "Where was Walter Lind born?"},
		{[]Turn{{"", "Walter Lind"}}, "Where was Ann Petrie born?", "Where was Ann Petrie born?"},
		{[]Turn{{"北港大桥的总工程师是谁？", ""}}, "她出生在哪里？", "北港大桥的总工程师出生在哪里？"},
		// A person with a title is the person; where none is asked for, whom the question names.
		{[]Turn{{"谁设计了北港大桥？", "工程师林远"}}, "他出生在哪里？", "林远出生在哪里？"},
		{[]Turn{{"谁设计了北港大桥？", "北港大桥由工程师林远设计。"}}, "他出生在哪里？", "林远出生在哪里？"},
		{[]Turn{{"北港大桥的总工程师叫什么名字？", "林远"}}, "他毕业于哪里？", "林远毕业于哪里？"},
		{[]Turn{{"哪个人设计了北港大桥？", "总工程师林远"}}, "他毕业于哪里？", "林远毕业于哪里？"},
		{[]Turn{{"工程师林远设计了什么？", "北港大桥"}}, "他出生在哪里？", "林远出生在哪里？"},
		{[]Turn{{"工程师林远设计了什么？", "北港大桥"}}, "它在哪里？", "北港大桥在哪里？"},
		{[]Turn{{"北港医院的院长是谁？", "医生王芳（1901年生）"}}, "她是哪里人？", "王芳是哪里人？"},
		// What somebody is called is no name.
		{[]Turn{{"沈若兰是谁？", "女植物学家"}}, "她出生于哪里？", "沈若兰出生于哪里？"},
		{[]Turn{{"沈若兰是谁？", "南港的船长"}}, "她出生于哪里？", "沈若兰出生于哪里？"},
		// A turn that was not answered and names nothing leads back to those before it.
		{[]Turn{{"How long is the Petrel?", "40 metres"}, {"Who voted against it?", ""}, {"Why?", ""}}, "Who owns it?", "Who owns Petrel?"},
		{nil, "Who is he married to?", ""},
	} {
		if len(c.turns) == 0 {
			continue
		}
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
