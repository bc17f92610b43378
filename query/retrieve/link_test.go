package retrieve

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLinks(t *testing.T) {
	x := New(library(), nil)
	for question, want := range map[string][]string{
		"Who directed Winter Harbour?":                      {"winter harbour"},
		"who directed winter harbour?":                      nil, // nothing shows that it is a name
		"Is Summer Road older than Winter Harbour?":         {"summer road", "winter harbour"},
		"Who was the father of alice HOLM?":                 {"alice holm"}, // half of it
		"Did Henry of Ribe rule?":                           {"henry of ribe"},
		"Was the Count of Ribe lame?":                       {"ribe"}, // a rank without a number is no name of its own
		"Where is the DFA?":                                 {"dfa"},
		"When did Henry the Lame rule?":                     {"henry the lame"},
		"Holm":                                              nil,
		"What is \"Wintér Harbour's\" year\x00`\n?":         {"winter harbour"},
		"Karl Holm and Karl Holm'; MATCH (n) DETACH DELETE": {"karl holm", "karl holm"},
	} {
		q := x.ask(question)
		var got []string
		for _, m := range q.links {
			got = append(got, written(x, q.read.tokens, m))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", question, diff)
		}
	}
}

func TestLinksChinese(t *testing.T) {
	x := New(journey())
	for question, want := range map[string][]string{
		"齐天大圣是谁？":  {"齐天大圣"},
		"如来佛祖和猪八戒": {"如来佛祖", "猪八戒"},
		"唐僧":       nil,
	} {
		q := x.ask(question)
		var got []string
		for _, m := range q.links {
			name := ""
			for _, t := range q.read.tokens[m.first:m.last] {
				name += x.foldedOf(t)
			}
			got = append(got, name)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", question, diff)
		}
	}
}

func TestSpans(t *testing.T) {
	x := New([]Passage{{ID: "a", Document: "a", Text: "We met the Bank of England's head, J. R. R. Tolkien, and Anna. Also Boeing 747 and Paris, London. Then rain fell on the house."}}, nil)
	tokens := x.passages[0].body.tokens
	var got []string
	for _, m := range x.spans(tokens, false) {
		got = append(got, written(x, tokens, m))
	}
	want := []string{"bank of england", "j r r tolkien", "anna", "boeing 747", "paris", "london"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestNames(t *testing.T) {
	for name, c := range map[string]struct {
		title, body string
		want        map[string]float64
	}{
		"brackets": {"Summer Road (film)", "", map[string]float64{"summer road film": fullTitle, "summer road": withoutBracket}},
		"article":  {"The Long Day", "", map[string]float64{"the long day": fullTitle, "long day": withoutArticle}},
		"rank": {"Henry, 2nd Duke of Ribe", "", map[string]float64{"henry 2nd duke of ribe": fullTitle, "henry": beforeComma,
			"duke of ribe": rankAlone, "duke henry of ribe": rankedFull, "henry of ribe": rankedShort}},
		"middle name": {"Anna Maria Lund", "", map[string]float64{"anna maria lund": fullTitle, "anna lund": firstAndLast}},
		"lead": {"Anna Lund", "Anna Sofie Lund (born Anna Berg; 1900) was a singer known as Nightingale.", map[string]float64{
			"anna lund": fullTitle, "anna sofie lund": leadName, "anna berg": alsoKnown, "nightingale": alsoKnownWord}},
		"another's lead": {"Anna Lund", "Peter Holm is a singer.", map[string]float64{"anna lund": fullTitle}},
		"no title":       {"", "Anna Sofie Lund is a singer.", map[string]float64{"anna sofie lund": leadName, "anna lund": firstAndLast}},
		"acronym":        {"Danish Film Archive", "The Danish Film Archive (DFA) is old.", map[string]float64{"danish film archive": fullTitle, "danish archive": firstAndLast, "the danish film archive": leadName, "dfa": acronym}},
		"hollow":         {"May", "", nil},
		"number":         {"1984", "", nil},
		"hostile":        {"`'\"\x00\n", "'); DROP TABLE chunk;--", nil},
	} {
		x := New([]Passage{{ID: "a", Document: "a", Title: c.title, Text: c.body}}, nil)
		got := map[string]float64{}
		for _, a := range x.aliases.list {
			name := ""
			for i, w := range a.words {
				if i > 0 {
					name += " "
				}
				name += x.lexicon.folded[w]
			}
			got[name] = a.targets[0].weight
		}
		if c.want == nil {
			c.want = map[string]float64{}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
