package repair

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/kaptinlin/jsonrepair"
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

// Bounds on the repairs of one reply. The repairer's time grows with the square
// of its input.
const (
	// maxFix bounds one repair, in bytes.
	maxFix = 16 << 10
	// maxFixes bounds the sum of the squares of all repairs, in bytes squared.
	maxFixes = 4 * maxFix * maxFix
)

// fixer repairs the values of one reply within maxFixes.
type fixer struct{ spent int }

// fix repairs an object or array: unquoted keys, constants and quotes of other languages,
// comments, concatenations. It fails if the result is not of the same kind.
func (f *fixer) fix(text string) (fixed string, err error) {
	cost := len(text) * len(text)
	if len(text) > maxFix || f.spent+cost > maxFixes {
		return "", fmt.Errorf("%d bytes are too many to repair", len(text))
	}
	f.spent += cost
	// The library may panic on malicious input: that is a failed repair.
	defer func() {
		if p := recover(); p != nil {
			fixed, err = "", fmt.Errorf("repairing: %v", p)
		}
	}()
	fixed, err = jsonrepair.Repair(text)
	fixed = strings.TrimSpace(fixed)
	if err == nil && (fixed == "" || fixed[0] != text[0] || !json.Valid([]byte(fixed))) {
		err = fmt.Errorf("the repair of %.40q is not JSON of its kind", text)
	}
	return fixed, err
}

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
