package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Occurrences counts name in s as whole words where it begins or ends with a
// letter or digit of an alphabet, and gives the byte offset of the first. An empty
// name occurs nowhere.
func Occurrences(s, name string) (first, n int) {
	if name == "" {
		return -1, 0
	}
	head, _ := utf8.DecodeRuneInString(name)
	tail, _ := utf8.DecodeLastRuneInString(name)
	first = -1
	for from := 0; ; {
		i := strings.Index(s[from:], name)
		if i < 0 {
			return first, n
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		after, _ := utf8.DecodeRuneInString(s[i+len(name):])
		if !(glues(head) && i > 0 && glues(before)) && !(glues(tail) && i+len(name) < len(s) && glues(after)) {
			if first < 0 {
				first = i
			}
			n++
			from = i + len(name)
			continue
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		from = i + size
	}
}

// glues reports whether a rune joins its neighbours into one word. Han and kana do not.
func glues(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) &&
		!unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}
