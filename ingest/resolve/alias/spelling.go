package alias

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Bounds below which a difference of letters is taken to mean another name.
const (
	// minTypoRunes is the least length of a word that may be misspelt by one letter,
	// and without which a doubled letter matters.
	minTypoRunes = 5
	// minTypoAlone is that length where the word is the whole name.
	minTypoAlone = 8
)

// withoutDoubles returns the words with doubled letters made one where they are long
// enough, so that "Bennett" is compared as "Bennet".
func withoutDoubles(tokens []string) []string {
	out := make([]string, len(tokens))
	for i, t := range tokens {
		if out[i] = undouble(t); utf8.RuneCountInString(out[i]) < minTypoRunes || hasDigit(t) || givens[t].formal != "" {
			out[i] = t
		}
	}
	return out
}

// undouble makes runs of one letter a single one.
func undouble(s string) string {
	var out strings.Builder
	last := rune(-1)
	for _, r := range s {
		if r != last {
			out.WriteRune(r)
		}
		last = r
	}
	return out.String()
}

// consonants returns a name's consonants, by which misspelt names meet: the first
// letter of each word and the others without vowels and doubled letters.
func consonants(tokens []string) string {
	var out strings.Builder
	for _, t := range tokens {
		for i, r := range undouble(t) {
			if i == 0 || !strings.ContainsRune("aeiouy", r) {
				out.WriteRune(r)
			}
		}
		out.WriteByte(' ')
	}
	return out.String()
}

// isTypo reports whether two words differ by one letter changed, left out or added,
// or two neighbours exchanged (Damerau's four slips), and are at least least
// runes long. Words with digits never do.
func isTypo(a, b string, least int) bool {
	x, y := []rune(a), []rune(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	if len(x) < least || len(y)-len(x) > 1 || hasDigit(a) || hasDigit(b) {
		return false
	}
	i := 0
	for i < len(x) && x[i] == y[i] {
		i++
	}
	switch {
	case len(x) < len(y):
		return slices.Equal(x[i:], y[i+1:])
	case i == len(x) || slices.Equal(x[i+1:], y[i+1:]):
		return true
	}
	return i+1 < len(x) && x[i] == y[i+1] && x[i+1] == y[i] && slices.Equal(x[i+2:], y[i+2:])
}

// differByTypo reports whether two names of equally many words differ by one slip.
func differByTypo(a, b []string) bool {
	least := minTypoRunes
	if len(a) == 1 {
		least = minTypoAlone
	}
	at := -1
	for i := range a {
		if a[i] != b[i] {
			if at >= 0 {
				return false
			}
			at = i
		}
	}
	return at >= 0 && isTypo(a[at], b[at], least)
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// numberWords are the numbers that names are told apart by in words.
var numberWords = map[string]string{
	"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
	"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5", "sixth": "6", "seventh": "7", "eighth": "8", "ninth": "9",
	"tenth": "10",
}

// numbersIn returns the words that hold a digit, number words, and Roman numerals
// after the first word, in order.
func numbersIn(tokens []string) []string {
	var out []string
	for i, t := range tokens {
		switch {
		case hasDigit(t), i > 0 && roman(t):
			out = append(out, t)
		case numberWords[t] != "":
			out = append(out, numberWords[t])
		}
	}
	return out
}

// romans are the numerals up to 20.
var romans = map[string]bool{
	"i": true, "ii": true, "iii": true, "iv": true, "v": true, "vi": true, "vii": true, "viii": true, "ix": true, "x": true,
	"xi": true, "xii": true, "xiii": true, "xiv": true, "xv": true, "xvi": true, "xvii": true, "xviii": true, "xix": true, "xx": true,
}

// roman reports whether a word is one of the numerals of kings and sequels.
func roman(s string) bool { return romans[s] }
