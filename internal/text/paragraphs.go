package text

import (
	"strings"
	"unicode/utf8"
)

// maxWrapped is the widest line, in columns, of text that was wrapped by hand
// or by a machine. Where a block has a wider one, each line is a paragraph.
const maxWrapped = 120

// Paragraphs divides s into paragraphs: their spans follow one another without
// gap, so that together they are s. A paragraph ends with the blank lines after
// it; blank lines at the start of s go with the first. Where lines stand
// together without a blank line between them, they are one paragraph, unless
// one of them is wider than 120 columns (CJK letters take two): then the text
// is not wrapped and each line is a paragraph. Lines end in LF, CR LF or CR.
func Paragraphs(s string) []Span {
	var out []Span
	start, end := 0, 0
	add := func() {
		if end > start {
			out = append(out, Span{start, end})
			start = end
		}
	}
	var block []int // the lengths in runes of the lines that stand together
	blank := 0      // the length of the blank lines after them
	unwrapped := false
	flush := func() {
		for i, n := range block {
			end += n
			if i == len(block)-1 {
				end += blank
			}
			if unwrapped || i == len(block)-1 {
				add()
			}
		}
		block, blank, unwrapped = block[:0], 0, false
	}
	eachLine(s, func(line string) bool {
		n := utf8.RuneCountInString(line)
		if strings.TrimSpace(line) == "" {
			if len(block) == 0 {
				end += n // before the first paragraph
			} else {
				blank += n
			}
			return true
		}
		if blank > 0 {
			flush()
		}
		block = append(block, n)
		unwrapped = unwrapped || len(line) > maxWrapped && columns(line) > maxWrapped
		return true
	})
	flush()
	add() // white space alone
	return out
}

// columns returns the width of a line: two for each CJK letter, one for each other rune.
func columns(line string) int {
	n := 0
	for _, r := range line {
		n++
		if r >= 0x1100 && wide(r) {
			n++
		}
	}
	return n
}

// wide reports whether a letter or sign takes two columns.
func wide(r rune) bool {
	return r <= 0x115F || 0x2E80 <= r && r <= 0xA4CF || 0xAC00 <= r && r <= 0xD7A3 ||
		0xF900 <= r && r <= 0xFAFF || 0xFF00 <= r && r <= 0xFF60 || 0x20000 <= r && r <= 0x3FFFD
}
