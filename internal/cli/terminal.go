package cli

import (
	"strings"
	"unicode"

	"grove/internal/text"
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

// cut is the beginning of a text on one line, with dots where it goes on.
func cut(s string, runes int) string {
	whole := line(s)
	if short := text.Truncate(whole, runes); short != whole {
		return short + " ..."
	}
	return whole
}
