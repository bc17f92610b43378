package text

import "github.com/kljensen/snowball/english"

// Stem is the stem of a lower-case word by the Snowball English (Porter 2)
// algorithm. Words with letters outside ASCII stay as they are.
func Stem(lower string) string {
	for i := range len(lower) {
		if !asciiAlnum(lower[i]) && lower[i] != '\'' {
			return lower
		}
	}
	return english.Stem(lower, true)
}
