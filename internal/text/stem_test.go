package text

import (
	"strconv"
	"sync"
	"testing"
)

func TestStem(t *testing.T) {
	for word, want := range map[string]string{
		"": "", "a": "a", "by": "by", "caresses": "caress", "ties": "tie",
		"cries": "cri", "gas": "gas", "gaps": "gap", "kiwis": "kiwi", "hoping": "hope",
		"hopping": "hop", "hoped": "hope", "luxuriated": "luxuri", "sized": "size", "relational": "relat",
		"communism": "communism", "generously": "generous", "arsenal": "arsenal", "youth": "youth", "boyish": "boyish",
		"sayings": "say", "bled": "bled", "feed": "feed", "agreed": "agre", "controlling": "control",
		"rolled": "roll", "'tis": "tis", "''": "''", "'''": "", "o'clock": "o'clock",
		"1990s": "1990s", "3rd": "3rd", "x's": "x", "yyyy": "yyyi", "ying": "ying",
		"eying": "eye", "be": "be", "bee": "bee", "ale": "ale", "edly": "ed",
		"ing": "ing", "ingly": "ing", "eed": "eed", "skis": "ski", "skies": "sky",
		"dying": "die", "news": "news", "howe": "howe", "inning": "inning", "succeeding": "succeed",
		"herrings": "herring", "generalizations": "general", "fulness": "ful", "hopefulness": "hope", "whale's": "whale",
		"naïve": "naïve", "été": "été", "harpooneers": "harpoon", "oddly": "odd",
	} {
		for range 2 { // the second time from the cache
			if got := Stem(word); got != want {
				t.Errorf("Stem(%q) is %q, want %q", word, got, want)
			}
		}
	}
}

// Words that take each other's place in the cache, from several goroutines, keep their stems.
func TestStemCache(t *testing.T) {
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i := range 2 * stemSlots {
				if root := "a" + strconv.Itoa(i); Stem(root+"s") != root {
					t.Errorf("Stem(%q) is %q", root+"s", Stem(root+"s"))
					return
				}
			}
		})
	}
	group.Wait()
}

func FuzzStem(f *testing.F) {
	f.Add("generalizations")
	f.Add("'s'")
	f.Fuzz(func(t *testing.T, s string) {
		if first := Stem(s); Stem(s) != first {
			t.Errorf("Stem(%q) is %q, then %q", s, first, Stem(s))
		}
	})
}
