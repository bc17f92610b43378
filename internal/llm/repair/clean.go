package repair

import (
	"strconv"
	"strings"
	"unicode/utf16"
)

// clean makes a reply valid UTF-8 without byte order marks at its start.
func clean(reply string) string {
	return strings.TrimLeft(strings.ToValidUTF8(reply, "\uFFFD"), "\uFEFF")
}

// wellPaired replaces the escaped surrogates of valid JSON that have no partner
// by an escaped U+FFFD, which is what they decode to.
func wellPaired(text string) string {
	if !strings.Contains(text, `\u`) {
		return text
	}
	var out strings.Builder
	for i := 0; i < len(text); {
		unit, ok := codeUnit(text[i:])
		switch second, _ := codeUnit(text[min(i+escapeLen, len(text)):]); {
		case !ok:
			n := 1
			if text[i] == '\\' {
				n = 2 // an escaped backslash starts no escape
			}
			out.WriteString(text[i:min(i+n, len(text))])
			i += n
		case !utf16.IsSurrogate(unit):
			out.WriteString(text[i : i+escapeLen])
			i += escapeLen
		case utf16.DecodeRune(unit, second) != '\uFFFD':
			out.WriteString(text[i : i+2*escapeLen])
			i += 2 * escapeLen
		default:
			out.WriteString(`\ufffd`)
			i += escapeLen
		}
	}
	return out.String()
}

// escapeLen is the length of an escape such as \u00e4.
const escapeLen = 6

// codeUnit is the UTF-16 unit that text starts with as an escape.
func codeUnit(text string) (rune, bool) {
	if len(text) < escapeLen || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(text[2:escapeLen], 16, 16)
	return rune(n), err == nil
}
