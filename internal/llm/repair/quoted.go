package repair

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// readString reads the rest of a string behind the quote that opened it and
// writes it as one of JSON's, quotes included. n is the length read; whole is
// false for a string that does not end.
func readString(in string, opened rune, key bool) (content string, n int, whole bool) {
	ends := closing(opened)
	var out strings.Builder
	out.WriteByte('"')
	for n < len(in) {
		r, size := utf8.DecodeRuneInString(in[n:])
		switch {
		case r == '\\':
			written, read := escape(in[n:])
			out.WriteString(written)
			size = read
		case strings.ContainsRune(ends, r) && endsString(in[n+size:], key):
			out.WriteByte('"')
			return out.String(), n + size, true
		case r == '"':
			out.WriteString(`\"`)
		case r < ' ':
			out.WriteString(escaped(r))
		default:
			out.WriteRune(r)
		}
		n += size
	}
	return "", n, false
}

// escape reads the escape that in starts with and writes it as one of JSON's.
// The backslash before a letter that JSON has no escape for is one of its own, as
// in a formula or a path; before anything else, it is Markdown's and is dropped.
func escape(in string) (written string, read int) {
	if unit, ok := codeUnit(in); ok {
		return fmt.Sprintf(`\u%04x`, unit), escapeLen
	}
	r, size := utf8.DecodeRuneInString(in[1:])
	switch {
	case size == 0:
		return "", 1
	case strings.ContainsRune(`"\/bfnrt`, r):
		return in[:2], 2
	case r < ' ':
		return escaped(r), 2
	case r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z':
		return `\\` + in[1:2], 2
	}
	return in[1 : 1+size], 1 + size
}

// escaped is a control character as JSON writes it inside a string.
func escaped(r rune) string {
	switch r {
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// endsString reports whether a quote ends its string by what follows it. Models
// forget to escape the quotes inside a string, but what follows such a quote is
// seldom what JSON has behind a string: a bracket, a colon behind a key, a comma
// and the next item, or the next item on a line of its own.
func endsString(rest string, key bool) bool {
	next := strings.TrimLeftFunc(rest, isSpace)
	gap := rest[:len(rest)-len(next)]
	if next == "" || comment(next) > 0 || strings.HasPrefix(next, "```") {
		return true
	}
	r, size := utf8.DecodeRuneInString(next)
	switch punctuation(r) {
	case '}', ']':
		return true
	case ':':
		return key
	case ',':
		return startsItem(next[size:])
	}
	return strings.ContainsRune(gap, '\n') || gap != "" && r == '"'
}

// item is how an item may start that has neither quote nor bracket: a number, a
// constant, a bare key, an ellipsis.
var item = regexp.MustCompile(`^(?:-?\d|\.\.\.|…|(?i:true|false|null|none|nan|undefined)\b|[\pL_][\pL\d_]{0,63}\s*[:：])`)

// bareMember is how a member starts whose key has no quotes.
var bareMember = regexp.MustCompile(`^[\pL_][\pL\d_]{0,63}\s*[:：]`)

// startsItem reports whether what follows a comma looks like an item, or like the
// end of the container.
func startsItem(rest string) bool {
	next := strings.TrimLeftFunc(rest, isSpace)
	if next == "" || comment(next) > 0 {
		return true
	}
	r, _ := utf8.DecodeRuneInString(next)
	if p := punctuation(r); p != 0 {
		return p != ':'
	}
	return closing(r) != "" || item.MatchString(next)
}

// likely reports whether the bracket that text starts with opens damaged JSON
// rather than an aside of prose: an object with its first key, or a list whose
// first element is a string or in brackets.
func likely(text string) bool {
	first, size := utf8.DecodeRuneInString(text)
	rest := strings.TrimLeftFunc(text[size:], isSpace)
	r, _ := utf8.DecodeRuneInString(rest)
	if closing(r) != "" {
		return true
	}
	if punctuation(first) == '[' {
		return strings.ContainsRune(brackets, r)
	}
	return bareMember.MatchString(rest)
}

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
