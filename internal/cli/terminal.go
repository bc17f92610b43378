package cli

import (
	"strings"
	"unicode"
)

// printable makes foreign text safe for a terminal: control characters other
// than line breaks and tabs, which could move the cursor or change its colours,
// are shown as U+FFFD.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ReplaceAll(s, "\r\n", "\n"))
}

// line is printable text on one line.
func line(s string) string { return strings.Join(strings.Fields(printable(s)), " ") }
