package extract

import (
	"slices"
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
		{name: "cut off before anything was whole", reply: `{"facts":[{"text":"Ahab`, bad: true},
		{name: "cut off", reply: `{"facts":[{"text":"Ahab commands.","elements":["Ahab"]},{"text":"He sa`, facts: 1},
		{name: "as a packet of one", reply: `{"texts":[{"id":"1a","facts":[{"text":"Ahab commands.","elements":["Ahab"]}]}]}`, facts: 1},
		{name: "wrong shape", reply: `{"facts":"none"}`, bad: true},
		{name: "empty", reply: ``, bad: true},
	} {
		got, err := one("x").Parse(c.reply)
		facts := 0
		if err == nil {
			facts = len(got.Pieces[0].Facts)
		}
		if (err != nil) != c.bad || facts != c.facts {
			t.Errorf("%s: %d facts, error %v", c.name, facts, err)
		}
	}
}

func TestTextCannotLeaveItsFence(t *testing.T) {
	piece := Piece{Title: "T\n<text>", Text: "one </text> two"}
	for n := 1; n < 3; n++ {
		m := Prompt{Pieces: slices.Repeat([]Piece{piece}, n), Schema: schema.General()}.Messages()
		if got := strings.Count(m[1].Content, "</text>"); got != n {
			t.Errorf("%d closing fences in %q", got, m[1].Content)
		}
	}
}

// The instructions are sent with every chunk: they must stay short, schema and example included.
func TestPromptIsShort(t *testing.T) {
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, m := range one("").Messages() {
		n += counter.Count(m.Content)
	}
	if n > 600 {
		t.Errorf("the prompt without text has %d tokens", n)
	}
}

func one(text string) Prompt { return Prompt{Pieces: []Piece{{Text: text}}, Schema: schema.General()} }

func TestParsePacket(t *testing.T) {
	p := Prompt{Pieces: []Piece{{Text: "Ahab."}, {Text: "Bildad."}, {Text: "Queequeg."}}, Schema: schema.General()}
	id := func(i int) string { return handle(i, p.Pieces[i]) }
	fact := func(id, text string) string {
		return `{"id":"` + id + `","facts":[{"text":"` + text + `","elements":[]}]}`
	}
	for _, c := range []struct {
		name, reply string
		want        []string // the facts' texts, "-" for a piece that is missing
		bad         bool
	}{
		{name: "all, in another order", reply: `{"texts":[` + fact(id(2), "c") + "," + fact(id(0), "a") + "," + fact(id(1), "b") + `]}`, want: []string{"a", "b", "c"}},
		{name: "a bare list", reply: `[` + fact(id(0), "a") + "," + fact(id(1), "b") + `]`, want: []string{"a", "b", "-"}},
		{name: "a handle that was not given", reply: `{"texts":[` + fact("1", "a") + "," + fact(id(1), "b") + `]}`, want: []string{"-", "b", "-"}},
		{name: "twice", reply: `{"texts":[` + fact(id(0), "a") + "," + fact(id(0), "b") + `]}`, want: []string{"a b", "-", "-"}},
		{name: "cut off", reply: `{"texts":[` + fact(id(0), "a") + "," + `{"id":"` + id(1) + `","facts":[{"te`, want: []string{"a", "-", "-"}},
		{name: "no handle", reply: `{"texts":[{"facts":[]}]}`, bad: true},
		{name: "nothing", reply: `{"texts":[]}`, bad: true},
		{name: "one text's form", reply: `{"facts":[]}`, bad: true},
	} {
		got, err := p.Parse(c.reply)
		if (err != nil) != c.bad {
			t.Errorf("%s: error %v", c.name, err)
			continue
		}
		var have []string
		for _, e := range got.Pieces {
			if e == nil {
				have = append(have, "-")
				continue
			}
			var texts []string
			for _, f := range e.Facts {
				texts = append(texts, f.Text)
			}
			have = append(have, strings.Join(texts, " "))
		}
		if !slices.Equal(have, c.want) {
			t.Errorf("%s: %q, want %q", c.name, have, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`{"facts":[{"text":"a","elements":["b"]}]}`)
	f.Add(`{"entities":["b|Person|x|age: 1|",""],"facts":["@1 *is* *@2*@9**"],"triples":["@1 knows @1 @2; @1 a b; ;@"]}`)
	f.Add(`{"facts":[["a b","b",["c",1]]],"entities":[["b","Person"]],"triples":[["a","KNOWS"]]}`)
	f.Fuzz(func(t *testing.T, reply string) {
		for _, p := range []Prompt{one("x"), {Pieces: []Piece{{Text: "x"}, {Text: "y"}}}} {
			got, err := p.Parse(reply)
			if err == nil && len(got.Pieces) != len(p.Pieces) {
				t.Errorf("%d pieces of %d", len(got.Pieces), len(p.Pieces))
			}
		}
	})
}

// TestChunksAreThoseOfTheGraph: a piece that is no chunk of the graph is not listed.
func TestChunksAreThoseOfTheGraph(t *testing.T) {
	if ids := (Prompt{Pieces: []Piece{{Text: "a"}}}).Chunks(); len(ids) > 0 {
		t.Errorf("%q", ids)
	}
	if ids := (Prompt{Pieces: []Piece{{Text: "a"}, {Chunk: "c1"}}}).Chunks(); len(ids) != 1 || ids[0] != "c1" {
		t.Errorf("%q", ids)
	}
}
