package text

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/kljensen/snowball/english"
)

// stemmable are words of a few syllables with the endings that the algorithm
// knows, one or two of them.
func stemmable(r *rand.Rand) string {
	syllables := []string{"gener", "commun", "arsen", "a", "be", "con", "dy", "ei", "fl", "gy", "hop", "ing", "jo", "kni", "lo", "mat",
		"nn", "oo", "pl", "qu", "ross", "st", "tt", "u", "vi", "wy", "x", "yo", "z", "say", "rel", "bl", "iz", "'", "ll", "e"}
	endings := []string{"", "s", "es", "'s", "'s'", "'", "ed", "edly", "ing", "ingly", "eed", "eedly", "ied", "ies", "sses", "us", "y", "e", "l"}
	for _, list := range [][]ending{endings2, endings3, endings4} {
		for _, e := range list {
			endings = append(endings, e.suffix)
		}
	}
	var b strings.Builder
	for range 1 + r.IntN(3) {
		b.WriteString(syllables[r.IntN(len(syllables))])
	}
	for range r.IntN(3) {
		b.WriteString(endings[r.IntN(len(endings))])
	}
	return b.String()
}

// Stem gives what the reference gives.
func TestStemIsSnowball(t *testing.T) {
	words := []string{"", "a", "by", "caresses", "ties", "cries", "gas", "gaps", "kiwis", "hoping", "hopping", "hoped", "luxuriated", "sized",
		"relational", "communism", "generously", "arsenal", "youth", "boyish", "sayings", "bled", "feed", "agreed", "controlling", "rolled",
		"'tis", "''", "'''", "o'clock", "1990s", "3rd", "x's", "yyyy", "ying", "eying", "be", "bee", "ale", "edly", "ing", "ingly", "eed"}
	for word := range wholeWords {
		words = append(words, word, word+"s")
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		words = append(words, stemmable(r))
	}
	wrong := 0
	for _, w := range words {
		if got, want := Stem(w), english.Stem(w, true); got != want {
			if wrong++; wrong <= 20 {
				t.Errorf("Stem(%q) is %q, want %q", w, got, want)
			}
		}
	}
}

func FuzzStem(f *testing.F) {
	f.Add("generalizations")
	f.Add("'s'")
	f.Fuzz(func(t *testing.T, s string) {
		for i := range len(s) {
			if !asciiAlnum(s[i]) && s[i] != '\'' || 'A' <= s[i] && s[i] <= 'Z' {
				return
			}
		}
		if got, want := Stem(s), english.Stem(s, true); got != want {
			t.Errorf("Stem(%q) is %q, want %q", s, got, want)
		}
	})
}
