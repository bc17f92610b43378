package text

import "testing"

// TestFoldASCII: ASCII text is folded as any text is.
func TestFoldASCII(t *testing.T) {
	for a := range rune(0x80) {
		for b := range rune(0x80) {
			s := "The " + string(a) + string(b) + "x"
			if got, want := foldPlain(s), foldUnicode(s); got != want {
				t.Errorf("%q is folded to %q, want %q", s, got, want)
			}
		}
	}
}
