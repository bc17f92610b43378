package query

import (
	"slices"
	"strings"
	"testing"
)

// TestGrams: every run of up to ten words may be a name, but no stop word alone.
func TestGrams(t *testing.T) {
	got := Grams("Who is Captain Ahab?")
	if !slices.Contains(got, "captain ahab") || !slices.Contains(got, "ahab") || slices.Contains(got, "is") {
		t.Errorf("%q", got)
	}
	if !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
		t.Errorf("not sorted, each once: %q", got)
	}
	if got := Grams("亚哈是谁？"); !slices.Contains(got, "亚哈") {
		t.Errorf("%q", got)
	}
	for _, g := range Grams(strings.Repeat("word ", 10_000)) {
		if n := len(strings.Fields(g)); n > maxGram {
			t.Errorf("%d words", n)
		}
	}
	if got := Grams("?! "); len(got) != 0 {
		t.Errorf("of no words: %q", got)
	}
}
