package load

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// pause is what stands between two pieces of a page's text, the weaker first.
type pause int

const (
	noPause pause = iota
	// wrap is a line end in the source: a space, but nothing between characters
	// of scripts that write no spaces.
	wrap
	space
	lineBreak
	paragraphBreak
)

// writer puts a page's text together. It collapses white space as a browser does,
// and writes a pause when the text after it comes, so that none is doubled and
// none ends the text.
type writer struct {
	b strings.Builder
	// runes is the length of b in runes.
	runes   int
	last    rune
	pending pause
	// pre counts the open elements of preformatted text; blank is how many line
	// ends of it are still to be written.
	pre, blank int
	// bullet begins the item that has no text yet.
	bullet string
	// cells is how many separators of cells are to be written. fresh is true in a
	// cell without text; broken tells whether the cell's text has several lines;
	// filled tells whether the row has text.
	cells                 int
	fresh, broken, filled bool
	// marking is true until the text of the open heading begins: then at is its
	// offset in bytes, and start that of its bullet, if it has one, in runes.
	marking   bool
	at, start int
}

const htmlSpace = " \t\n\f\r"

// text adds text of an element.
func (w *writer) text(s string) {
	if w.pre > 0 {
		w.preformatted(s)
		return
	}
	for s != "" {
		word, rest := s, ""
		if i := strings.IndexAny(s, htmlSpace); i >= 0 {
			word, rest = s[:i], s[i:]
		}
		w.write(word)
		s = strings.TrimLeft(rest, htmlSpace)
		if gap := rest[:len(rest)-len(s)]; strings.ContainsAny(gap, "\n\r") {
			w.pending = max(w.pending, wrap)
		} else if gap != "" {
			w.pending = max(w.pending, space)
		}
	}
}

// preformatted adds text whose white space counts. Empty lines at the ends of
// the element fall to the pauses around it.
func (w *writer) preformatted(s string) {
	for line := range strings.Lines(s) {
		body, ended := strings.CutSuffix(line, "\n")
		if body != "" {
			lines := strings.Repeat("\n", w.blank)
			w.blank = 0
			w.write(lines + body)
		}
		if ended && w.pending < lineBreak {
			w.blank++
		}
	}
}

// write adds s after the pauses that are due.
func (w *writer) write(s string) {
	if s == "" {
		return
	}
	before := w.pauses(s)
	if w.marking {
		w.marking, w.at, w.start = false, w.b.Len()+len(before)+len(w.bullet), w.runes+len(before)
	}
	before += w.bullet
	w.bullet, w.pending, w.cells, w.fresh, w.filled = "", noPause, 0, false, true
	w.b.WriteString(before)
	w.b.WriteString(s)
	w.runes += len(before) + utf8.RuneCountInString(s) // pauses and bullets are ASCII
	w.last, _ = utf8.DecodeLastRuneInString(s)
}

// pauses returns the white space due before s.
func (w *writer) pauses(s string) string {
	out := ""
	switch w.pending {
	case paragraphBreak:
		out = "\n\n"
	case lineBreak:
		out = "\n"
	case space:
		out = " "
	case wrap:
		if first, _ := utf8.DecodeRuneInString(s); !isWide(first) || !isWide(w.last) {
			out = " "
		}
	}
	if w.b.Len() == 0 {
		out = ""
	}
	if w.pending >= lineBreak && !w.fresh {
		w.broken = true
	}
	if w.cells > 0 {
		bars := strings.Repeat(" | ", w.cells)
		if w.b.Len() == 0 || w.pending >= lineBreak {
			return out + bars[1:]
		}
		return bars
	}
	return out
}

// after asks for a pause. A block that begins a cell or an item goes on in its line.
func (w *writer) after(p pause) {
	if p >= lineBreak && (w.bullet != "" || w.fresh) {
		return
	}
	if w.pending = max(w.pending, p); p >= lineBreak {
		w.blank = 0
	}
}

// lineEnd is <br>: two of them are a paragraph's end.
func (w *writer) lineEnd() {
	switch {
	case w.pre > 0:
		w.preformatted("\n")
	case w.pending == lineBreak:
		w.after(paragraphBreak)
	default:
		w.after(lineBreak)
	}
}

// item begins an item of a list with its bullet.
func (w *writer) item(bullet string) {
	w.bullet = ""
	w.after(lineBreak)
	w.bullet = bullet
}

// row begins a row of a table, or ends one.
func (w *writer) row() {
	if w.filled && !w.broken {
		w.pending = noPause // that of the last cell's blocks
	}
	w.cells, w.fresh, w.broken, w.filled = 0, false, false, false
	w.after(lineBreak)
}

// cell begins a cell after another one of the same row. After a cell of several
// lines, as in tables that make the layout of a page, the next begins on a new one.
func (w *writer) cell(first bool) {
	switch {
	case first:
	case w.broken:
		w.fresh = false
		w.after(lineBreak)
	default:
		if w.cells++; w.filled {
			w.pending = noPause
		}
	}
	w.fresh, w.broken = true, false
}

// isWide reports whether a character belongs to a script without spaces.
func isWide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || 0x3000 <= r && r <= 0x303F || 0xFF00 <= r && r <= 0xFF60
}
