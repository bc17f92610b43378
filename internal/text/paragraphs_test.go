package text

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParagraphs(t *testing.T) {
	long := strings.Repeat("word ", 40)
	for _, c := range []struct {
		in   string
		want []string
	}{
		{"", []string{}},
		{" \n\n", []string{" \n\n"}},
		{"\n a\nb\n\n c", []string{"\n a\nb\n\n", " c"}},
		{"a\r\n\r\n\r\nb\r\rc", []string{"a\r\n\r\n\r\n", "b\r\r", "c"}},
		{long + "\nshort\n\nend", []string{long + "\n", "short\n\n", "end"}},
	} {
		if diff := cmp.Diff(c.want, sliced(c.in, Paragraphs(c.in))); diff != "" {
			t.Errorf("Paragraphs(%q): %s", c.in, diff)
		}
	}
}

func FuzzParagraphs(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		spans := Paragraphs(s)
		checkSpans(t, s, spans)
		if got := strings.Join(sliced(s, spans), ""); got != s {
			t.Fatalf("paragraphs of %q make %q", s, got)
		}
	})
}
