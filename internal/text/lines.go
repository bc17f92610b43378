package text

import (
	"slices"
	"strings"
	"unicode"
)

// minWrapped is the least width, in columns, of text that is taken for wrapped:
// narrower lines are verse, lists, headings or addresses.
const minWrapped = 40

// eachStretch calls yield with each stretch of t between two breaks: blank
// lines, and line ends that do not come from wrapping. A row of a table is a stretch.
func eachStretch(t []rune, yield func(s Span, row bool)) {
	var block []Span // lines that stand together
	for start := 0; start < len(t); {
		end := lineEnd(t, start)
		line := Span{start, end}
		start = end
		if blank(t[line.Start:line.End]) {
			eachStretchOfBlock(t, block, yield)
			block = block[:0]
			continue
		}
		block = append(block, line)
	}
	eachStretchOfBlock(t, block, yield)
}

func eachStretchOfBlock(t []rune, block []Span, yield func(s Span, row bool)) {
	if len(block) == 0 {
		return
	}
	width := 0
	lines := make([]line, len(block))
	for i, b := range block {
		lines[i] = readLine(t[b.Start:b.End])
		width = max(width, lines[i].columns)
	}
	// A bar in one line alone may be of prose, unless it begins and ends with one.
	row := func(i int) bool {
		return lines[i].framed || lines[i].bars && (i > 0 && lines[i-1].bars || i+1 < len(lines) && lines[i+1].bars)
	}
	start := block[0].Start
	for i := 1; i < len(block); i++ {
		if lines[i-1].field && lines[i].field || row(i-1) || row(i) || hardBreak(lines[i-1], lines[i], width) {
			yield(Span{start, block[i].Start}, row(i-1))
			start = block[i].Start
		}
	}
	yield(Span{start, block[len(block)-1].End}, row(len(block)-1))
}

// line is the layout of a line.
type line struct {
	// indent, word and columns are the widths of the white space before it, its
	// first word, and all of it without white space at its end.
	indent, word, columns int
	// item is true if it begins with a bullet, a number in a list, or a sign of
	// Markdown for headings, quotes and tables.
	item bool
	// field is true if it begins with the name of a field: "Project manager:".
	field bool
	// bars is true if it has a bar that stands alone, framed if it begins and ends with bars.
	bars, framed bool
}

// hardBreak reports whether the line end between two lines of a block stands for
// more than a space. width is that of the widest line of the block. It does
// unless the text is wrapped: 40 to 120 columns wide, the next line no list item
// and not set in, and its first word no longer fitting into three quarters of
// the width.
func hardBreak(a, b line, width int) bool {
	if width < minWrapped || width > maxWrapped || b.item {
		return true
	}
	if b.indent >= a.indent+2 && !a.item {
		return true
	}
	return (a.columns+1+b.word)*4 <= width*3
}

func readLine(t []rune) line {
	var l line
	for l.indent < len(t) && isSpace(t[l.indent]) {
		l.indent++
	}
	end := len(t)
	for end > l.indent && isSpace(t[end-1]) {
		end--
	}
	body := t[l.indent:end]
	inWord, open := true, 0
	for i, r := range body {
		if inWord && (isSpace(r) || i > 0 && r >= 0x1100 && wide(r)) {
			inWord, l.word = false, l.columns
		}
		switch r {
		case '(':
			open++
		case ')':
			open--
		case '|': // in brackets it is of a formula: "P(A | B)"
			l.bars = l.bars || open <= 0 && (i == 0 || isSpace(body[i-1])) && (i+1 == len(body) || isSpace(body[i+1]))
		}
		l.columns++
		if r >= 0x1100 && wide(r) {
			l.columns++
		}
	}
	if inWord {
		l.word = l.columns
	}
	l.columns += l.indent
	l.item, l.field = item(body), field(body)
	l.framed = len(body) > 1 && body[0] == '|' && body[len(body)-1] == '|'
	return l
}

// Bounds of the name of a field, in words and runes.
const mostFieldWords, mostFieldRunes = 4, 30

// field reports whether a line's text begins with one to four words, the first with a capital or of letters without case, and a colon.
func field(t []rune) bool {
	words := 1
	for i, r := range t[:min(len(t), mostFieldRunes)] {
		switch {
		case i == 0 && (!unicode.IsLetter(r) || unicode.IsLower(r)):
			return false
		case r == '：' || r == ':' && (i+1 == len(t) || isSpace(t[i+1])):
			return i > 0
		case isSpace(r):
			words++
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-/'’()&", r):
			return false
		}
		if words > mostFieldWords {
			return false
		}
	}
	return false
}

// item reports whether a line's text begins like a list item or a sign of Markdown.
func item(t []rune) bool {
	i := 0
	for i < len(t) && i < 3 && unicode.IsDigit(t[i]) {
		i++
	}
	switch {
	case i == len(t):
		return false
	case i > 0:
		return i < 3 && i+1 < len(t) && (t[i] == '.' || t[i] == ')') && t[i+1] == ' ' || t[i] == '、'
	case strings.ContainsRune("#|>", t[0]):
		return true
	}
	return len(t) > 1 && t[1] == ' ' && strings.ContainsRune("-*+•‣·●○■□◆–", t[0])
}

// lineEnd returns the end of the line at start, its terminator included.
func lineEnd(t []rune, start int) int {
	for i := start; i < len(t); i++ {
		switch t[i] {
		case '\n':
			return i + 1
		case '\r':
			if i+1 < len(t) && t[i+1] == '\n' {
				return i + 2
			}
			return i + 1
		}
	}
	return len(t)
}

func blank(t []rune) bool {
	return !slices.ContainsFunc(t, func(r rune) bool { return !isSpace(r) })
}

// OneLine returns s with runs of white space as single spaces, without any around it.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
