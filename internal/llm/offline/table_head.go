package offline

import (
	"regexp"

	"grove/internal/text"
)

// tableHead is the first line of a table of two columns, with the row below it: it
// opens a text or a paragraph.
var tableHead = regexp.MustCompile(`(?:\A|\n[ \t]*\n)([^|\n]+ \| [^|\n]+)\n[^|\n]+ \| [^|\n]+(?m:$)`)

// tableHeads are the heads of a text's tables of two columns, by bytes: "Property |
// Value" says what the columns hold, and names nothing.
func tableHeads(body string) []text.Span {
	var out []text.Span
	for _, m := range tableHead.FindAllStringSubmatchIndex(body, -1) {
		out = append(out, text.Span{Start: m[2], End: m[3]})
	}
	return out
}

// inHead tells whether byte i stands in the head of a table.
func (p *page) inHead(i int) bool {
	for _, h := range p.heads {
		if i >= h.Start && i < h.End {
			return true
		}
	}
	return false
}
