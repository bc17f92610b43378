package text

import (
	"iter"
	"strings"
	"unicode"
)

// maxSentence is the most runes of a sentence; a longer one is cut.
const maxSentence = 1000

// Sentences returns the sentences of s: trimmed, in order, without overlap, and
// with nothing but white space between them.
//
// A sentence ends at . ! ? … (with closing quotes and brackets) before white
// space, unless the next word is in lower case or an abbreviation, initial or
// number explains the full stop; at 。 ！ ？ ； wherever they stand, unless a
// comma follows the closing quote; at a blank line; between two lines "Name:
// value", as of the date and place of minutes; and at a line end that does
// not come from wrapping (see hardBreak). A row of a table is one sentence: a
// line with bars at both ends, and one with a bar between spaces that stands
// beside another of that kind. A sentence of more than 1,000 runes is cut behind
// the last semicolon, else comma, else space in its second half, else at 1,000
// runes.
func Sentences(s string) []Span {
	reader := sentenceReader{text: []rune(s)}
	eachStretch(reader.text, reader.read)
	return reader.out
}

// EachSentence yields the text of each of Sentences, in time that is linear in s.
func EachSentence(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		offsets := NewOffsets(s)
		for _, span := range Sentences(s) {
			if !yield(s[offsets.Byte(span.Start):offsets.Byte(span.End)]) {
				return
			}
		}
	}
}

// sentenceReader collects the sentences of one text.
type sentenceReader struct {
	text []rune
	out  []Span
}

// read finds the sentences of one stretch, whose line ends are all from wrapping.
func (r *sentenceReader) read(stretch Span, row bool) {
	if row {
		r.add(stretch)
		return
	}
	start := r.skipSpace(stretch.Start, stretch.End)
	for i := start; i < stretch.End; {
		end := 0
		switch r.text[i] {
		case '。', '！', '？', '；', '｡':
			end = r.fullWidthEnd(i, stretch.End)
		case '.', '!', '?', '…':
			end = r.end(start, i, stretch.End)
		}
		if end == 0 {
			i++
			continue
		}
		r.add(Span{start, end})
		start = r.skipSpace(end, stretch.End)
		i = start
	}
	r.add(Span{start, stretch.End})
}

// add adds a sentence, trimmed, and cut where it is too long.
func (r *sentenceReader) add(s Span) {
	for {
		s.Start = r.skipSpace(s.Start, s.End)
		for s.End > s.Start && isSpace(r.text[s.End-1]) {
			s.End--
		}
		if s.Start == s.End {
			return
		}
		if s.End-s.Start <= maxSentence {
			r.out = append(r.out, s)
			return
		}
		cut := s.Start + cutLong(r.text[s.Start:s.Start+maxSentence])
		r.add(Span{s.Start, cut})
		s.Start = cut
	}
}

// cutLong returns where to cut a sentence that is longer than t.
func cutLong(t []rune) int {
	for _, signs := range []string{";；", ",，、:：", " \t\n\r\u3000"} {
		for i := len(t); i > len(t)/2; i-- {
			if strings.ContainsRune(signs, t[i-1]) {
				return i
			}
		}
	}
	return len(t)
}

// fullWidthEnd returns the end of the sentence whose full-width sign stands at i, or
// 0 if it goes on.
func (r *sentenceReader) fullWidthEnd(i, limit int) int {
	end := r.closed(i+1, limit)
	if next := r.skipSpace(end, limit); next < limit && strings.ContainsRune("，、,：:；", r.text[next]) {
		return 0
	}
	return end
}

// end returns the end of the sentence whose sign stands at i, or 0 if it goes on.
// start is where the sentence begins.
func (r *sentenceReader) end(start, i, limit int) int {
	end := r.closed(i+1, limit)
	if end == limit {
		return end
	}
	if !isSpace(r.text[end]) {
		if unspaced(r.text[end]) && i > start && unspaced(r.text[i-1]) {
			return end
		}
		if !r.glued(i, end, limit) {
			return 0
		}
	}
	next := r.opened(r.skipSpace(end, limit), limit)
	if next == limit {
		return end
	}
	if c := r.text[next]; unicode.IsLower(c) || strings.ContainsRune(",;:，；、", c) {
		return 0
	}
	if r.text[i] == '.' && (end == i+1 || r.text[i+1] != '.') && r.explained(start, i, next, limit) {
		return 0
	}
	return end
}

// glued reports whether a sign at i that no space follows ends a sentence all the
// same: two lower-case letters or digits before it, a capital and a lower-case
// letter behind it, as where a text lost its line ends.
func (r *sentenceReader) glued(i, end, limit int) bool {
	small := func(c rune) bool { return unicode.IsLower(c) || unicode.IsDigit(c) || c == ']' || c == ')' }
	return i >= 2 && small(r.text[i-1]) && small(r.text[i-2]) &&
		end+1 < limit && unicode.IsUpper(r.text[end]) && (unicode.IsLower(r.text[end+1]) || r.text[end+1] == ' ')
}

// closed skips further signs and closing quotes and brackets.
func (r *sentenceReader) closed(i, limit int) int {
	for i < limit && strings.ContainsRune(".!?…。！？\"'”’)]}»›」』）】》", r.text[i]) {
		i++
	}
	return i
}

// opened skips opening quotes, brackets and dashes.
func (r *sentenceReader) opened(i, limit int) int {
	for i < limit && (strings.ContainsRune("\"'“‘([{«‹「『（【《-–—_*", r.text[i]) || isSpace(r.text[i])) {
		i++
	}
	return i
}

// skipSpace returns the first rune from i on that is no white space, or limit.
func (r *sentenceReader) skipSpace(i, limit int) int {
	for i < limit && isSpace(r.text[i]) {
		i++
	}
	return i
}

func isSpace(r rune) bool {
	if r < 0x80 {
		return r == ' ' || '\t' <= r && r <= '\r'
	}
	return unicode.IsSpace(r)
}
