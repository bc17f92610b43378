package text

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// Span is a half-open range of rune offsets. Start <= End.
type Span struct{ Start, End int }

// offsetStep is the distance in runes between two marks of an Offsets.
const offsetStep = 128

// Offsets translates between rune and byte offsets of one string. It is
// immutable and safe for concurrent use. For ASCII text both are the same and
// nothing is stored; else a mark is kept for every 128th rune.
type Offsets struct {
	s string
	// runes is the length of s in runes.
	runes int
	// marks[i] is the byte offset of rune i*offsetStep; nil for ASCII text.
	marks []int
}

// NewOffsets reads s once. Each invalid byte counts as one rune.
func NewOffsets(s string) *Offsets {
	o := &Offsets{s: s, runes: utf8.RuneCountInString(s)}
	if o.runes == len(s) {
		return o
	}
	o.marks = make([]int, 0, o.runes/offsetStep+1)
	n := 0
	for i := range s {
		if n%offsetStep == 0 {
			o.marks = append(o.marks, i)
		}
		n++
	}
	return o
}

// Runes returns the length of the string in runes.
func (o *Offsets) Runes() int { return o.runes }

// Byte returns the byte offset of a rune, in constant time. Offsets outside the
// string are clamped to its ends.
func (o *Offsets) Byte(runeOffset int) int {
	switch {
	case runeOffset <= 0:
		return 0
	case runeOffset >= o.runes:
		return len(o.s)
	case o.marks == nil:
		return runeOffset
	}
	b := o.marks[runeOffset/offsetStep]
	for range runeOffset % offsetStep {
		_, n := utf8.DecodeRuneInString(o.s[b:])
		b += n
	}
	return b
}

// Rune returns the offset of the rune that holds a byte, in logarithmic time.
// Offsets outside the string are clamped to its ends.
func (o *Offsets) Rune(byteOffset int) int {
	switch {
	case byteOffset <= 0:
		return 0
	case byteOffset >= len(o.s):
		return o.runes
	case o.marks == nil:
		return byteOffset
	}
	i := sort.SearchInts(o.marks, byteOffset+1) - 1
	r, b := i*offsetStep, o.marks[i]
	for {
		_, n := utf8.DecodeRuneInString(o.s[b:])
		if b+n > byteOffset {
			return r
		}
		b, r = b+n, r+1
	}
}

// Slice returns the part of s between two rune offsets, which are clamped to the
// string. To slice one string often, use Offsets.
func Slice(s string, start, end int) string {
	start = max(start, 0)
	if end <= start {
		return ""
	}
	s = s[prefix(s, start):]
	return s[:prefix(s, end-start)]
}

// Truncate returns the first maxRunes runes of s.
func Truncate(s string, maxRunes int) string { return s[:prefix(s, maxRunes)] }

// prefix returns the length in bytes of the first runes of s.
func prefix(s string, runes int) int {
	if runes >= len(s) {
		return len(s)
	}
	i := 0
	for ; runes > 0 && i < len(s); runes-- {
		_, n := utf8.DecodeRuneInString(s[i:])
		i += n
	}
	return i
}

// eachLine calls yield with every line of s, its terminator (LF, CR LF or CR)
// included, until yield returns false.
func eachLine(s string, yield func(line string) bool) {
	for s != "" {
		end := strings.IndexAny(s, "\r\n")
		switch {
		case end < 0:
			end = len(s)
		case strings.HasPrefix(s[end:], "\r\n"):
			end += 2
		default:
			end++
		}
		if !yield(s[:end]) {
			return
		}
		s = s[end:]
	}
}
