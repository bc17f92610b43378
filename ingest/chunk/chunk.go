// Package chunk cuts a text into chunks that partition it: no gap, no overlap,
// each within a number of tokens, paragraphs whole where they fit (GraphReader).
package chunk

import (
	"unicode"
	"unicode/utf8"

	"grove/internal/load"
	"grove/internal/text"
)

// MaxTokens is the most cl100k tokens a chunk has (GraphReader: L <= 2k, the
// best of the sizes its authors tried).
const MaxTokens = 2000

// Piece is one chunk of a text. Start and End are rune offsets in the text.
type Piece struct {
	Text       string
	Start, End int
	// Tokens is the number of cl100k tokens of Text, at most MaxTokens.
	Tokens int
	// Heading is the nearest heading at or above the first letter of the piece, "" if none.
	Heading string
}

// Split cuts a text: whole paragraphs are added while they fit; a paragraph
// that is too long by itself is cut between sentences, a sentence between
// words, a word anywhere. An empty text has no pieces. The headings are the
// loader's; where there are none, chapter lines are looked for.
func Split(s string, headings []load.Heading, counter *text.Counter) []Piece {
	if s == "" {
		return nil
	}
	if len(headings) == 0 {
		headings = Chapters(s)
	}
	p := &splitter{s: s, counter: counter, offsets: text.NewOffsets(s)}
	if n, ok := p.fits(s); ok {
		p.add(text.Span{Start: 0, End: utf8.RuneCountInString(s)}, n)
	} else {
		p.pack(text.Paragraphs(s), byParagraph)
	}
	for i := range p.pieces {
		p.pieces[i].Heading = headingAt(headings, firstLetter(p.pieces[i]))
	}
	return p.pieces
}

// grain says what a list of units is made of.
type grain int

const (
	byParagraph grain = iota
	bySentence
	byWord
	byRune
)

type splitter struct {
	s       string
	counter *text.Counter
	offsets *text.Offsets
	pieces  []Piece
}

func (p *splitter) slice(u text.Span) string {
	return p.s[p.offsets.Byte(u.Start):p.offsets.Byte(u.End)]
}

// fits counts the tokens of s, unless it is surely too long: no token of
// cl100k is longer than 128 bytes.
func (p *splitter) fits(s string) (tokens int, ok bool) {
	if len(s) > 128*MaxTokens {
		return 0, false
	}
	tokens = p.counter.Count(s)
	return tokens, tokens <= MaxTokens
}

func (p *splitter) add(u text.Span, tokens int) {
	p.pieces = append(p.pieces, Piece{Text: p.slice(u), Start: u.Start, End: u.End, Tokens: tokens})
}

// pack joins units, which partition a stretch of the text, into pieces. A unit
// that does not fit a piece of its own is cut one grain finer.
func (p *splitter) pack(units []text.Span, g grain) {
	var open text.Span
	sum := 0
	closeAt := func(next int) {
		if open.End > open.Start {
			p.close(open)
		}
		open, sum = text.Span{Start: next, End: next}, 0
	}
	for i, u := range units {
		if i == 0 {
			open = text.Span{Start: u.Start, End: u.Start}
		}
		n, ok := p.fits(p.slice(u))
		switch {
		case !ok:
			closeAt(u.End)
			p.pack(p.finer(u, g+1), g+1)
		case sum+n > MaxTokens:
			closeAt(u.Start)
			fallthrough
		default:
			open.End = u.End
			sum += n
		}
	}
	closeAt(open.End)
}

// close makes a piece of a stretch whose units fit by their sum. Tokens may
// fall otherwise where units meet, so the whole is counted; in the rare case
// that it is too long, it is halved.
func (p *splitter) close(u text.Span) {
	n, ok := p.fits(p.slice(u))
	if ok {
		p.add(u, n)
		return
	}
	half := (u.Start + u.End) / 2
	p.close(text.Span{Start: u.Start, End: half})
	p.close(text.Span{Start: half, End: u.End})
}

// finer cuts a unit into a partition of smaller ones.
func (p *splitter) finer(u text.Span, g grain) []text.Span {
	s := p.slice(u)
	var starts []int
	switch g {
	case bySentence:
		for _, sentence := range text.Sentences(s) {
			starts = append(starts, sentence.Start)
		}
	case byWord:
		space := false
		i := 0
		for _, r := range s {
			if !unicode.IsSpace(r) && space {
				starts = append(starts, i)
			}
			space = unicode.IsSpace(r)
			i++
		}
	default:
		// No rune has more tokens than bytes, of which it has four at most.
		for i := 0; i < u.End-u.Start; i += MaxTokens / 4 {
			starts = append(starts, i)
		}
	}
	var out []text.Span
	from := u.Start
	for _, start := range starts {
		if at := u.Start + start; at > from {
			out = append(out, text.Span{Start: from, End: at})
			from = at
		}
	}
	return append(out, text.Span{Start: from, End: u.End})
}

// firstLetter is the rune offset of the first rune of a piece that is no space.
func firstLetter(p Piece) int {
	i := p.Start
	for _, r := range p.Text {
		if !unicode.IsSpace(r) {
			return i
		}
		i++
	}
	return p.Start
}
