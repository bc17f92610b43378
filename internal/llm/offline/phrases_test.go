package offline

import (
	"slices"
	"testing"

	"grove/internal/text"
)

// placeKind is the kind of a name that is known as a place.
const placeKind spanKind = 255

var kindNames = map[spanKind]string{nameSpanKind: "name", dateSpan: "time", numberSpan: "number", nounSpan: "noun", peopleSpan: "adjective",
	verbSpan: "verb", placeKind: "place"}

// Phrase is a key element of a sentence. Its span counts in the sentence.
type Phrase struct {
	Text string
	text.Span
	Kind spanKind
}

// Phrases are, for tests, the key elements of a sentence, in order and without overlap.
// lang is "zh" for Chinese; every other language is read as English is.
func (k *Kit) Phrases(sentence, lang string) []Phrase {
	p := read("", sentence, lang)
	offsets := text.NewOffsets(sentence)
	var out []Phrase
	for _, s := range p.sentences {
		for _, m := range s.marks {
			kind := m.kind
			if kind == nameSpanKind && p.typeOf(m.text) == "Location" {
				kind = placeKind
			}
			span := text.Span{Start: offsets.Rune(s.lex[m.first].start), End: offsets.Rune(s.lex[m.last-1].end)}
			out = append(out, Phrase{m.text, span, kind})
		}
	}
	return out
}

func TestPhrases(t *testing.T) {
	for _, c := range []struct {
		sentence, lang string
		want           []string
	}{
		{"Maria Holt directed the film on 3 May 1931 in Paris.", "en",
			[]string{"name Maria Holt", "verb directed", "noun film", "time 3 May 1931", "place Paris"}},
		{"The French painter sold 12,000 copies of \"Low Tide\" in the 1920s.", "en",
			[]string{"adjective French", "noun painter", "verb sold", "number 12,000 copies", "name Low Tide", "time 1920s"}},
		{"She met [PERSON#27] at the University of Iowa.", "en",
			[]string{"name [PERSON#27]", "name University of Iowa"}},
		{"Thus the Battle of Mons was lost in March Madness.", "en", []string{"name Battle of Mons", "place March Madness", "verb lost"}},
		{"In March it is shut on Fridays, and since May on Mondays.", "en",
			[]string{"time March", "time Fridays", "time May", "time Mondays"}},
		{"Don’t go, it was only a dream.", "en", []string{"noun dream"}},
		{"1998年，李文海同志在北京参观了清华大学。", "zh",
			[]string{"time 1998年", "name 李文海", "place 北京", "name 清华大学"}},
		{"他写了《海上灯塔》和GraphReader论文，共有320人阅读。", "zh",
			[]string{"name 海上灯塔", "name GraphReader", "number 320人"}},
	} {
		var got []string
		for _, p := range New().Phrases(c.sentence, c.lang) {
			got = append(got, kindNames[p.Kind]+" "+p.Text)
		}
		for _, w := range c.want {
			if !slices.Contains(got, w) {
				t.Errorf("no %q in %q", w, got)
			}
		}
	}
}

func TestLexemes(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string
	}{
		{"D. H. Lawrence's U.S. tour.", []string{"D.", "H.", "Lawrence", "'s", "U.S.", "tour", "."}},
		{"Mr. O'Dell paid $1,200.50 (5%).", []string{"Mr.", "O'Dell", "paid", "$1,200.50", "(", "5%", ")", "."}},
		{"a [PERSON#27]-like well-known man", []string{"a", "[PERSON#27]", "-", "like", "well-known", "man"}},
		{"", nil},
	} {
		var got []string
		for _, l := range lexemes(c.in, 0, len(c.in)) {
			got = append(got, l.text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("lexemes(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

// TestNumbers: groups of digits are one number, and what numbers a clause or an item of a list is none.
func TestNumbers(t *testing.T) {
	for body, want := range map[string][]string{
		"2) The mill has 40 rooms.":           {"40"},
		"40 rooms are shut.":                  {"40"},
		"5.3 The tenant pays 2.5 per cent.":   {"2.5 per cent"},
		"2.5 litres are left.":                {"2.5"},
		"Call +44 20 555 0188 in 10-12 days.": {"+44 20 555 0188", "10-12 days"},
		"A trip costs 0.45 euros per mile.":   {"0.45 euros"},
		"Twenty-five people and nine dogs came, one of them after a hundred and ten hours and one minute.": {
			"Twenty-five people", "nine", "hundred and ten hours", "one"},
		"4.5 Million euros were paid in rooms two and three.": {"4.5", "two", "three"},
		"It costs 12,000 or 13,000.":                          {"12,000", "13,000"},
		"The lease began on 2024-03-01 at Elgin.":             nil,
	} {
		var got []string
		for _, s := range read("", body, "en").sentences {
			for _, m := range s.marks {
				if m.kind == numberSpan {
					got = append(got, m.text)
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", body, got, want)
		}
	}
	if s := read("", "The lease began on 2024-03-01 at Elgin.", "en").sentences[0]; !slices.ContainsFunc(s.marks, func(m mark) bool {
		return m.kind == dateSpan && m.text == "2024-03-01"
	}) {
		t.Errorf("%+v", s.marks)
	}
}
