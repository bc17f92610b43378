package offline

import (
	"slices"
	"testing"
)

// TestNounAskedFor: the word behind a Chinese question word, without a measure word and not a verb that only joins.
func TestNounAskedFor(t *testing.T) {
	k := New()
	for question, want := range map[string]string{
		"他在哪个法院工作？": "法院", "展览开放多少天？": "天", "有多少人参加？": "人", "哪个是首都？": "",
	} {
		if q := newQuery(k.Question(question, "")); q.noun != want {
			t.Errorf("%s: %q, want %q", question, q.noun, want)
		}
	}
}

// TestOptions: the two things that a question compares, whole words of it that "or" or "and" joins.
func TestOptions(t *testing.T) {
	k := New()
	for question, want := range map[string][]string{
		"Who was born first, Annabel Lee or Ann?":                  {"Annabel Lee", "Ann"},
		"Which band formed first, U2 or Blur?":                     {"U2", "Blur"},
		"Who was the first mayor of Springfield, Illinois?":        nil,
		"Are the River Ems and the River Aller in one country?":    {"River Ems", "River Aller"},
		"Which film came out later, Iron Harbour or Glass Meadow?": {"Iron Harbour", "Glass Meadow"},
	} {
		both, ok := newQuery(k.Question(question, "")).options(nil)
		got := []string{both[0].name, both[1].name}
		if ok != (want != nil) || ok && !slices.Equal(got, want) {
			t.Errorf("%s: %q, %t, want %q", question, got, ok, want)
		}
	}
}
