// Package text reads plain text: words, sentences, paragraphs, languages,
// tokens, and the normal forms by which names and search terms are compared.
//
// It knows English and Chinese best, and anonymity tags such as [PERSON#27],
// which it keeps whole and exact everywhere. All offsets are half-open rune
// offsets. Everything is deterministic and safe for concurrent use.
package text

import (
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"
)

// Word is one word of a text.
type Word struct {
	// Text is the word as written.
	Text string
	Span
}

// Words returns the words of s in order: the segments of Unicode's word
// segmentation (UAX #29) that hold a letter or a number, so that "don't",
// "3.14" and "U.S" are one word each. An anonymity tag is one word, even inside
// a longer one. Each letter of a script without spaces between words (Han,
// kana, Thai, ...) is a word by itself, with the marks on it.
func Words(s string) []Word {
	out := make([]Word, 0, len(s)/6+1)
	at := words.FromString(s)
	for i, r := 0, 0; i < len(s); {
		if n := TagLength(s[i:]); n > 0 {
			out = append(out, Word{s[i : i+n], Span{r, r + n}})
			i, r = i+n, r+n
			continue
		}
		n, simple := asciiSegment(s, i)
		if simple {
			if asciiAlnum(s[i]) {
				out = append(out, Word{s[i : i+n], Span{r, r + n}})
			}
			i, r = i+n, r+n
			continue
		}
		if loneHan(s[i:]) {
			out = append(out, Word{s[i : i+3], Span{r, r + 1}})
			i, r = i+3, r+1
			continue
		}
		at.SetText(s[i:])
		at.Next()
		segment := at.Value()
		out, r = appendSegment(out, segment, r)
		i += len(segment)
	}
	return out
}

// asciiSegment returns the length of the segment at byte i of s, if that can be told
// without the rules of UAX #29: a byte of punctuation or space, or a run of
// ASCII letters and digits before a byte that joins nothing.
func asciiSegment(s string, i int) (n int, simple bool) {
	if s[i] >= utf8.RuneSelf || s[i] == '_' {
		return 0, false
	}
	j := i
	for j < len(s) && asciiAlnum(s[j]) {
		j++
	}
	if j == i {
		return 1, true
	}
	return j - i, j == len(s) || s[j] < utf8.RuneSelf && !joins(s[j])
}

// loneHan reports whether s begins with a common ideograph (three bytes) that
// another one, ASCII or full-width punctuation follows, so no mark is on it.
func loneHan(s string) bool {
	r, n := utf8.DecodeRuneInString(s)
	if r < 0x4E00 || r > 0x9FFF {
		return false
	}
	next, _ := utf8.DecodeRuneInString(s[n:])
	return next < utf8.RuneSelf || 0x3000 <= next && next <= 0x3020 || 0x4E00 <= next && next <= 0x9FFF || 0xFF00 <= next && next <= 0xFF1F
}

// joins reports whether a byte may stand inside a word.
func joins(b byte) bool {
	switch b {
	case '\'', '.', ',', ':', ';', '_':
		return true
	}
	return false
}

// appendSegment adds the words of one segment, which begins at rune r, and
// gives the rune after it.
func appendSegment(out []Word, segment string, r int) ([]Word, int) {
	from, start := 0, r // of the word being read
	letters := false    // whether it holds a letter or a number
	alone := false      // whether it is a letter of a script without spaces
	flush := func(to int) {
		if letters && to > from {
			out = append(out, Word{segment[from:to], Span{start, r}})
		}
		from, start, letters = to, r, false
	}
	for i, c := range segment {
		mark := !wordStart(c)
		if u := unspaced(c); !mark && (u || alone) {
			flush(i)
			alone = u
		}
		letters = letters || !mark
		r++
	}
	flush(len(segment))
	return out, r
}
