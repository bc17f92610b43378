package query

import (
	"slices"
	"strings"
	"testing"

	"grove/internal/graph"
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
	filler := []rune("天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏闰余成岁律吕调阳云腾致雨露结为霜金生丽水玉出昆冈")
	for _, n := range []int{500, 1000, 1900} {
		long := make([]rune, n)
		for i := range long {
			long[i] = filler[(i*i+i/7)%len(filler)]
		}
		got := Grams(string(long) + "请问鲁迅是谁？")
		if !slices.Contains(got, "鲁迅") || len(got) > graph.MaxIDs {
			t.Errorf("after %d characters: the name is not among the %d", n, len(got))
		}
	}
	if got := Grams("?! "); len(got) != 0 {
		t.Errorf("of no words: %q", got)
	}
}
