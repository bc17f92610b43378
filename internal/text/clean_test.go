package text

import (
	"testing"
	"unicode/utf8"
)

func TestClean(t *testing.T) {
	for in, want := range map[string]struct {
		s string
		n int
	}{
		"ok\r\n\x00😀":     {"ok\r\n\x00😀", 0},
		"a\xffb\xe4\xb8":  {"a\uFFFDb\uFFFD\uFFFD", 3},
		"\uFFFD is valid": {"\uFFFD is valid", 0},
	} {
		s, n := Clean([]byte(in))
		if s != want.s || n != want.n || !utf8.ValidString(s) {
			t.Errorf("Clean(%q) = %q, %d", in, s, n)
		}
	}
}
