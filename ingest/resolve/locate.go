package resolve

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"grove/internal/graph"
	"grove/internal/text"
)

// located is a text prepared for finding names: as written, and with each rune in lower
// case, which preserves rune offsets.
type located struct {
	text, folded           string
	offsets, foldedOffsets *text.Offsets
	base                   int
	in                     graph.Place
	sentences              []text.Span
	// words are the words of the text, split when a name is first sought by them.
	words func() []word
}

// newLocated prepares a text. base is the rune offset of its start in the document.
func newLocated(s string, base int, in graph.Place) *located {
	folded := strings.Map(unicode.ToLower, s)
	return &located{text: s, folded: folded, offsets: text.NewOffsets(s), foldedOffsets: text.NewOffsets(folded),
		base: base, in: in, sentences: text.Sentences(s), words: sync.OnceValue(func() []word { return wordsOf(s) })}
}

// find returns the span of a name, as written if possible, else regardless of case.
// Names of letters and digits match whole words only.
func (l *located) find(name string) (graph.Span, bool) {
	if name == "" {
		return graph.Span{}, false
	}
	if first, n := text.Occurrences(l.text, name); n > 0 {
		start := l.offsets.Rune(first)
		return l.span(start, start+utf8.RuneCountInString(name), n), true
	}
	folded := strings.Map(unicode.ToLower, name)
	if first, n := text.Occurrences(l.folded, folded); n > 0 {
		start := l.foldedOffsets.Rune(first)
		span := l.span(start, start+utf8.RuneCountInString(folded), 0)
		_, span.Count = text.Occurrences(l.text, span.Surface)
		return span, true
	}
	return graph.Span{}, false
}

// findWords returns the span of a name that is not found as written: by its words (sought),
// or the part of it that a text has (part).
func (l *located) findWords(name []word, by func(words, name []word) (start, end int, ok bool)) (graph.Span, bool) {
	start, end, ok := by(l.words(), name)
	if !ok {
		return graph.Span{}, false
	}
	_, count := text.Occurrences(l.text, l.span(start, end, 0).Surface)
	return l.span(start, end, count), true
}

// span returns the span of runes start to end of this text, with count occurrences.
func (l *located) span(start, end, count int) graph.Span {
	return graph.Span{Start: l.base + start, End: l.base + end, In: l.in,
		Surface: l.text[l.offsets.Byte(start):l.offsets.Byte(end)], Count: max(count, 1)}
}

// sentenceOf returns the first sentence for which ok holds.
func (l *located) sentenceOf(ok func(sentence string) bool) (graph.Span, bool) {
	for _, s := range l.sentences {
		if ok(l.text[l.offsets.Byte(s.Start):l.offsets.Byte(s.End)]) {
			return l.span(s.Start, s.End, 1), true
		}
	}
	return graph.Span{}, false
}

// naming returns the first sentence that has both names as written.
func (l *located) naming(one, other string) (graph.Span, bool) {
	return l.sentenceOf(func(s string) bool { return strings.Contains(s, one) && strings.Contains(s, other) })
}

// within returns the first place of a name, as written, inside a span of this text.
func (l *located) within(outer graph.Span, name string) (graph.Span, bool) {
	first, n := text.Occurrences(outer.Surface, name)
	if n == 0 {
		return graph.Span{}, false
	}
	start := outer.Start - l.base + utf8.RuneCountInString(outer.Surface[:first])
	_, count := text.Occurrences(l.text, name)
	return l.span(start, start+utf8.RuneCountInString(name), count), true
}

// around returns the sentence that holds a span of this text, the span itself if none does.
func (l *located) around(span graph.Span) graph.Span {
	for _, s := range l.sentences {
		if l.base+s.Start <= span.Start && span.End <= l.base+s.End {
			return l.span(s.Start, s.End, 1)
		}
	}
	return span
}
