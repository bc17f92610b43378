package cli

import (
	"testing"

	"grove/query"
)

// TestCutKeepsWords: a text that is cut ends behind a word; one without spaces is cut anywhere.
func TestCutKeepsWords(t *testing.T) {
	for _, c := range []struct {
		text  string
		runes int
		want  string
	}{
		{"Orsa Tind built it.", 30, "Orsa Tind built it."},
		{"Orsa Tind built the harbour", 12, "Orsa Tind ..."},
		{"Orsa Tind built the harbour", 15, "Orsa Tind built ..."},
		{"青屿潮汐站的第一任站长", 5, "青屿潮汐站 ..."},
	} {
		if got := cut(c.text, c.runes); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestMatching: a hit is shown from the sentence on that comes closest to what was looked for.
func TestMatching(t *testing.T) {
	const body = "The office opens at eight. Overtime is paid at the end of the month. 超时工作须经批准。"
	for wanted, want := range map[string]string{
		"overtime paid": "Overtime is paid at the end of the month. 超时工作须经批准。",
		"工作批准":          "超时工作须经批准。",
		"parking":       body,
	} {
		if got := matching(query.Hit{Start: 7, Text: body}, wanted); got != want {
			t.Errorf("%s: %q, want %q", wanted, got, want)
		}
	}
}
