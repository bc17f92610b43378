package text

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzOffsets(f *testing.F) {
	seed(f)
	f.Add(strings.Repeat("人a", 300))
	f.Fuzz(func(t *testing.T, s string) {
		o := NewOffsets(s)
		r := 0
		for b, c := range s {
			if o.Byte(r) != b || o.Rune(b) != r || o.Rune(b+utf8.RuneLen(c)-1) != r && c != utf8.RuneError {
				t.Fatalf("rune %d of %q is at byte %d: Byte %d, Rune %d", r, s, b, o.Byte(r), o.Rune(b))
			}
			if got := Slice(s, r, r+1); got != s[b:b+len(got)] || Truncate(s, r) != s[:b] {
				t.Fatalf("Slice %q, Truncate %q", got, Truncate(s, r))
			}
			r++
		}
		if o.Runes() != r || o.Byte(r+1) != len(s) || o.Rune(len(s)+1) != r || o.Byte(-1) != 0 || o.Rune(-1) != 0 {
			t.Fatal("the ends are wrong")
		}
	})
}

func TestSliceClamps(t *testing.T) {
	if Slice("añb", -3, 2) != "añ" || Slice("añb", 2, 99) != "b" || Slice("añb", 2, 1) != "" || Truncate("añb", -1) != "" {
		t.Fatal("not clamped")
	}
}
