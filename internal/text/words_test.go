package text

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWords(t *testing.T) {
	for in, want := range map[string]string{
		"Call me Ishmael.":           "Call|me|Ishmael",
		"can't U.S. 3.14 1,000":      "can't|U.S|3.14|1,000",
		"foo[PERSON#27]bar [x#1]":    "foo|[PERSON#27]|bar|x|1",
		"[LOC_A#1][PERSON#]":         "[LOC_A#1]|PERSON",
		"東京タワーで AI":                  "東|京|タ|ワ|ー|で|AI",
		"naïve cafe\u0301 _x_ --- ½": "naïve|cafe\u0301|_x_|½",
		"\x00\xff ok":                "ok",
	} {
		var got []string
		for _, w := range Words(in) {
			got = append(got, w.Text)
		}
		if diff := cmp.Diff(want, strings.Join(got, "|")); diff != "" {
			t.Errorf("Words(%q): %s", in, diff)
		}
	}
}

func FuzzWords(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		var spans []Span
		for _, w := range Words(s) {
			spans = append(spans, w.Span)
			if got := Slice(s, w.Start, w.End); got != w.Text {
				t.Fatalf("word %q, its span holds %q", w.Text, got)
			}
			if !strings.ContainsFunc(w.Text, wordStart) {
				t.Fatalf("word %q without letter or number", w.Text)
			}
		}
		checkSpans(t, s, spans)
		at := 0
		for _, x := range append(spans, Span{len(s), len(s)}) {
			if gap := Slice(s, at, x.Start); strings.ContainsFunc(gap, wordStart) {
				t.Fatalf("%q is left out", gap)
			}
			at = x.End
		}
	})
}
