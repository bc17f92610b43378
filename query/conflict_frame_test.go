package query

import (
	"context"
	"testing"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
)

// TestFrames: the same sentence with another value is another answer, and nothing else is.
func TestFrames(t *testing.T) {
	const office = "The office is located in Delft, at Markt 3."
	for _, c := range []struct {
		quote, answer, other, want string
		counted                    bool
	}{
		{office, "Delft", "The office is located in Utrecht.", "Utrecht", false},
		{office, "Delft", "It rains. The office is located in New Haven, and the yard in Leeds.", "", false},
		{office, "Delft", "The office is located in New Haven, and the yard in Leeds.", "New Haven", false},
		{office, "Delft", "The old office is located in Utrecht.", "", false},
		{office, "Delft", "The office is located in an old mill.", "", false},
		{"Ann wrote Salt.", "Salt", "Ann wrote Glass.", "", false},
		{"Captain Ahab was in Nantucket.", "Nantucket", "Captain Ahab was in London.", "", false},
		{"The B-200 weighs 38 kg and is tall.", "38 kg", "The B-200 weighs 40 kg.", "40 kg", true},
		{"The budget of Aurora is 2.4 million euros.", "2.4 million euros", "The budget of Aurora is 3.1 million euros, all told.", "3.1 million euros", true},
		{"Maria Chen leads the Aurora project.", "Maria Chen", "Tom Baker leads the Aurora project.", "Tom Baker", false},
		{"The yard was founded in 1988.", "1988", "The yard was founded in 1990 by Lowe.", "1990", false},
		{"办公室位于代尔夫特，在市场街。", "代尔夫特", "办公室位于乌得勒支。", "乌得勒支", false},
		{"工厂成立于1956年。", "1956年", "据说，工厂成立于1958年，在石家庄。", "1958年", false},
		{"工厂有工人。", "工人", "工厂有水泵。", "", false},
	} {
		frame, ok := frameOf(c.quote, c.answer, c.counted)
		got := ""
		if ok {
			got = frame.value(c.other, c.answer)
		}
		if got != c.want {
			t.Errorf("%q beside %q: %q, want %q", c.quote, c.other, got, c.want)
		}
	}
}

// TestFramedConflict: two documents that state the same differently are shown as a
// conflict, each cited, and a sentence about "it" only between texts of one title.
func TestFramedConflict(t *testing.T) {
	ask := func(question string, rows ...graph.ChunkRow) Answer {
		t.Helper()
		kit := offline.New()
		f := &Frame{Kit: kit, Question: Question{Text: question}, Parsed: kit.Question(question, "")}
		said := kit.Answer(f.Parsed, passagesOf(rows))
		s := said.Support[0]
		row := rows[s.Passage]
		cited, err := Cite(context.Background(), &shelf{chunks: rows}, []Reference{{row.ID, row.Start + s.Start, row.Start + s.End, offline.Sentence(passagesOf(rows), s)}})
		if err != nil {
			t.Fatal(err)
		}
		a := Answer{Answer: said.Text, Model: llm.OfflineName, Citations: cited}
		if err := f.contradict(context.Background(), &shelf{chunks: rows}, &a, "", nil, rows, false); err != nil {
			t.Fatal(err)
		}
		return a
	}
	a := ask("Where is the office located?", row("A", "The office is located in Delft, at Markt 3.", 10), row("B", "We met. The office is located in Utrecht.", 0))
	if len(a.Conflicts) != 1 || a.Conflicts[0] != (Conflict{Claim{"Delft", 1}, Claim{"Utrecht", 2}}) || a.Citations[1].Quote != "The office is located in Utrecht." {
		t.Errorf("%+v, %+v", a.Conflicts, a.Citations)
	}
	a = ask("Where is the Harrow office located?", row("Harrow office", "It is located in Delft.", 0), row("Wick office", "It is located in Utrecht.", 0))
	if len(a.Conflicts) != 0 {
		t.Errorf("another office: %+v", a.Conflicts)
	}
	for _, c := range []struct {
		question    string
		one, other  graph.ChunkRow
		contradicts bool
	}{
		{"What is the price of the B-200?", row("Pump B-200", "The B-200 is a pump. The price is 40 euros.", 0), row("Pump C-300", "The C-300 is a pump. The price is 95 euros.", 0), false},
		{"When was Acme founded?", row("Acme", "Acme makes ropes. The company was founded in 1988.", 0), row("Globex", "Globex makes nets. The company was founded in 1990.", 0), false},
		{"Who was the captain of the Pequod?", row("A", "The captain of the Pequod was Ahab Coffin.", 0), row("B", "The captain of the Rachel was John Gardiner.", 0), false},
		{"Who was the captain of the Pequod?", row("A", "The captain of the Pequod was Ahab Coffin.", 0), row("B", "The captain of the Pequod was John Gardiner.", 0), true},
		{"海城站的高度是多少？", row("A", "海城站的高度是12米。", 0), row("B", "海城站的高度是15米。", 0), true},
	} {
		if a := ask(c.question, c.one, c.other); (len(a.Conflicts) > 0) != c.contradicts {
			t.Errorf("%s %q: %+v", c.question, a.Answer, a.Conflicts)
		}
	}
}
