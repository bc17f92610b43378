package repair

import (
	"strings"
	"unicode"
)

// brackets are the runes that open an object or array.
const brackets = "{[｛［"

// punctuation is the mark of JSON's structure that a rune stands for, or 0.
// Models that write Chinese slip into its full-width marks.
func punctuation(r rune) byte {
	switch r {
	case '{', '}', '[', ']', ',', ':':
		return byte(r)
	case '｛':
		return '{'
	case '｝':
		return '}'
	case '［':
		return '['
	case '］':
		return ']'
	case '，':
		return ','
	case '：':
		return ':'
	}
	return 0
}

// closing holds the runes that end a string which starts with r, and is empty
// where r starts none. A string in ASCII quotes ends in them only, since it may
// well quote somebody in the others.
func closing(r rune) string {
	switch r {
	case '"':
		return `"`
	case '\'':
		return `'`
	case '“', '”', '„', '＂':
		return `”“＂"`
	case '‘', '’':
		return `’‘'`
	case '「', '」':
		return "」"
	case '『', '』':
		return "』"
	}
	return ""
}

// isSpace tells white space, the wide and the invisible kinds included.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r == '\u200B' || r == '\uFEFF' }

// comment is the length of the comment that text starts with, or 0.
func comment(text string) int {
	var end string
	switch {
	case strings.HasPrefix(text, "//"):
		end = "\n"
	case strings.HasPrefix(text, "/*"):
		end = "*/"
	default:
		return 0
	}
	if i := strings.Index(text[2:], end); i >= 0 {
		return 2 + i + len(end)
	}
	return len(text)
}
