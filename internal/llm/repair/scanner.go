package repair

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// maxDepth bounds the nesting of damaged JSON; no prompt asks for a tenth of it.
const maxDepth = 128

// scanner rewrites one damaged object or array as JSON, item by item. It handles the variants of
// JSON's punctuation that models write, and unescaped quotes inside strings; other damage
// inside an item is repaired by the fixer. An item is an element or member of a container that
// may be kept if truncated (see keepable); one that cannot be repaired is omitted.
type scanner struct {
	in  string
	pos int
	// out is the rewritten text, without white space between tokens.
	out []byte
	// open are the containers around pos, outermost first.
	open  []frame
	fixer *fixer
	// cut counts the omitted items.
	cut int
	// deep is true once the nesting exceeded maxDepth.
	deep bool
}

// scan reads the object or array that text starts with, up to its end or the
// end of the text.
func scan(text string, f *fixer) *scanner {
	s := &scanner{in: text, fixer: f}
	for s.pos < len(s.in) && !s.deep {
		s.step()
		if len(s.open) == 0 {
			break
		}
	}
	return s
}

// closed reports whether the value ended before the text.
func (s *scanner) closed() bool { return len(s.open) == 0 }

func (s *scanner) top() *frame { return &s.open[len(s.open)-1] }

// step reads one token.
func (s *scanner) step() {
	r, size := utf8.DecodeRuneInString(s.in[s.pos:])
	switch p := punctuation(r); {
	case isSpace(r):
		s.pos += size
	case comment(s.in[s.pos:]) > 0:
		s.pos += comment(s.in[s.pos:])
	case p == '{' || p == '[':
		s.pos += size
		s.push(p == '{')
	case p == '}' || p == ']':
		s.pos += size
		s.pop(p == '}')
	case p == ',':
		s.pos += size
		if s.top().begun {
			s.end()
		}
	case p == ':' && s.top().object && s.top().begun && s.top().key:
		s.pos += size
		s.out = append(s.out, ':')
		s.top().key = false
	case closing(r) != "":
		s.text(r, size)
	default:
		s.bare()
	}
}

// text reads a string and writes it as one of JSON's.
func (s *scanner) text(opened rune, size int) {
	s.begin()
	content, n, whole := readString(s.in[s.pos+size:], opened, s.top().key)
	s.pos += size + n
	if !whole {
		return // the item stays unfinished
	}
	s.out = append(s.out, content...)
	s.value()
}

// bare reads a number, constant or key without quotes, up to punctuation or the end of the line.
func (s *scanner) bare() {
	s.begin()
	rest := s.in[s.pos:]
	n := strings.IndexFunc(rest, func(r rune) bool {
		p := punctuation(r)
		return p != 0 && (p != ':' || s.top().key) || r == '\n' || r == '\r'
	})
	ended := n > 0
	if n < 0 {
		n = len(rest)
	}
	if n == 0 { // a colon out of place
		_, n = utf8.DecodeRuneInString(rest)
	}
	s.pos += n
	word := strings.TrimSpace(strings.Map(printable, rest[:n]))
	if s.top().key && bareKey.MatchString(word) {
		word = `"` + word + `"`
	}
	s.out = append(s.out, word...)
	// At the end of the text, a number may have had more digits.
	if ended || word == "true" || word == "false" || word == "null" {
		s.value()
	}
}

// bareKey matches a key that only lacks quotes.
var bareKey = regexp.MustCompile(`^[\pL\d_][\pL\d_ -]*$`)

// printable turns control characters into spaces.
func printable(r rune) rune {
	if r < ' ' {
		return ' '
	}
	return r
}
