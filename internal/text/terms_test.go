package text

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestTerms(t *testing.T) {
	for in, want := range map[string]string{
		"The Whale's running Ahab’s ships": "whale|run|ahab|ship",
		"don't 3.14 U.S.":                  "don|3|14|u",
		"x[PERSON#27]y [person#1]":         "x|[PERSON#27]|y|person|1",
		"AI技术大会 人":                         "ai|技术|术大|大会|人",
		"東京タワー":                            "東京|京タ|タワ|ワー",
		"Éclair Søren Łódź ﬁsh İzmir ＡＢ":   "eclair|soren|lodz|fish|izmir|ab",
		"йод Ωμέγα":                        "йод|ωμέγα",
		"e\u0301tude _under_score":         "etud|under|score",
		"":                                 "",
	} {
		if diff := cmp.Diff(want, strings.Join(Terms(in), "|")); diff != "" {
			t.Errorf("Terms(%q): %s", in, diff)
		}
	}
}

func FuzzTerms(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		terms := Terms(s)
		if diff := cmp.Diff(terms, Terms(s)); diff != "" {
			t.Fatal(diff)
		}
		for _, x := range terms {
			if x == "" || utf8.RuneCountInString(x) > maxTermRunes || TagLength(x) == 0 && strings.ContainsFunc(x, func(r rune) bool { return !wordRune(r) }) {
				t.Fatalf("term %q of %q", x, s)
			}
		}
	})
}
