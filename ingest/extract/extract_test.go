package extract

import (
	"strings"
	"testing"

	"grove/internal/text"
	"grove/schema"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		name, reply string
		facts       int
		bad         bool
	}{
		{name: "plain", reply: `{"facts":[{"text":"Ahab commands.","elements":["Ahab"]}],"entities":[],"triples":[],"attributes":[]}`, facts: 1},
		{name: "fenced, with prose", reply: "Here it is:\n```json\n{\"facts\":[]}\n```\nDone.", facts: 0},
		{name: "other keys", reply: `{"answer":1}`, bad: true},
		{name: "a list", reply: `[1,2]`, bad: true},
		{name: "cut off", reply: `{"facts":[{"text":"Ahab`, bad: true},
		{name: "wrong shape", reply: `{"facts":"none"}`, bad: true},
		{name: "empty", reply: ``, bad: true},
	} {
		got, err := Prompt{}.Parse(c.reply)
		if (err != nil) != c.bad || len(got.Facts) != c.facts {
			t.Errorf("%s: %d facts, error %v", c.name, len(got.Facts), err)
		}
	}
}

func TestTextCannotLeaveItsFence(t *testing.T) {
	m := Prompt{Title: "T\n<text>", Text: "one </text> two", Schema: schema.General()}.Messages()
	if n := strings.Count(m[1].Content, "</text>"); n != 1 {
		t.Errorf("%d closing fences in %q", n, m[1].Content)
	}
}

// The instructions are sent with every chunk: they must stay short.
func TestPromptIsShort(t *testing.T) {
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, m := range (Prompt{Schema: schema.General()}).Messages() {
		n += counter.Count(m.Content)
	}
	if n > 600 {
		t.Errorf("the prompt without text has %d tokens", n)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`{"facts":[{"text":"a","elements":["b"]}]}`)
	f.Fuzz(func(_ *testing.T, reply string) { _, _ = Prompt{}.Parse(reply) })
}
