package text

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestNormalise(t *testing.T) {
	for in, want := range map[string]string{
		"The “Great” Whale’s":         "great whale",
		"  A\n tale ":                 "tale",
		"《水浒传》":                       "水浒传",
		"ＡＢＣ，Straße":                  "abc,strasse",
		"[PERSON#1]'s":                "[PERSON#1]",
		"the [PERSON#27]–[LOC#3]":     "[PERSON#27]-[LOC#3]",
		"Play No Games (Lil Jon song": "play no games (lil jon song",
		"Play No Games (Lil Jon)":     "play no games (lil jon)",
		"(foo)":                       "foo",
		"foo)":                        "foo",
		"Inc.":                        "inc",
		"C++":                         "c++",
		"the":                         "the",
		"the the":                     "the",
		"“...”":                       "",
		"x\x00b\u200bc":               "x bc",
	} {
		if got := Normalise(in); got != want {
			t.Errorf("Normalise(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestNormaliseKeepsLongNamesApart(t *testing.T) {
	long := strings.Repeat("long name ", 40)
	a, b := Normalise(long+"a1"), Normalise(long+"b2")
	if a == b || utf8.RuneCountInString(a) > MaxNormRunes || Normalise(a) != a {
		t.Fatalf("%q and %q", a, b)
	}
}

func FuzzNormalise(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		once := Normalise(s)
		if twice := Normalise(once); twice != once {
			t.Fatalf("%q becomes %q, then %q", s, once, twice)
		}
		if utf8.RuneCountInString(once) > MaxNormRunes || !utf8.ValidString(once) {
			t.Fatalf("%q is too long or invalid", once)
		}
		if n := TagLength(s); n == len(s) && n > 0 && once != s {
			t.Fatalf("tag %q became %q", s, once)
		}
	})
}
