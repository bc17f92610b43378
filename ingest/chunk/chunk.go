// Package chunk divides a text into chunks: the first step of the pipeline
// after loading. The chunks partition the text, each is bounded in tokens, and
// paragraphs stay whole where they fit (GraphReader's chunking).
package chunk

import (
	"strings"
	"unicode"

	"grove/internal/load"
	"grove/internal/text"
)

const (
	// MaxTokens is the default bound of a chunk in cl100k tokens, GraphReader's best.
	MaxTokens = 2000
	// LeastTokens and MostTokens bound the setting of the bound.
	LeastTokens, MostTokens = 50, 4000
	// minTokens is the least bound: any single rune fits.
	minTokens = 8
)

// Piece is one chunk of a text.
type Piece struct {
	Text string
	// Start and End are rune offsets in the text.
	Start, End int
	// Tokens is the number of cl100k tokens of Text.
	Tokens int
	// Heading is the nearest heading at or above the piece's first word, else "".
	Heading string
}

// Splitter divides texts. It is safe for concurrent use.
type Splitter struct {
	// Counter counts tokens; required.
	Counter *text.Counter
	// MaxTokens bounds each piece; 0 is the default MaxTokens, less than 8 is 8.
	MaxTokens int
}

// Split divides s: whole paragraphs are added to a piece as long as they fit; a
// paragraph over the bound is cut at sentence ends, a sentence over it at white
// space, a word over it anywhere. The pieces' texts together are s; an empty s
// has none. headings are those of s by start; where there are none, chapter
// headings of plain text are looked for. Time is linear in the length of s.
func (p Splitter) Split(s string, headings []load.Heading) []Piece {
	packer := packer{text: s, counter: p.Counter, max: p.MaxTokens}
	if p.MaxTokens == 0 {
		packer.max = MaxTokens
	}
	packer.max = max(packer.max, minTokens)
	offsets := text.NewOffsets(s)
	paragraphs := text.Paragraphs(s)
	for _, x := range paragraphs {
		packer.add(span{offsets.Byte(x.Start), offsets.Byte(x.End)}, sentences)
	}
	for len(packer.open) > 0 {
		packer.flush()
	}
	if len(headings) == 0 {
		headings = chapters(s, paragraphs, offsets)
	}
	return packer.pieces(offsets, headings)
}

// span is a half-open range of byte offsets.
type span struct{ start, end int }

// packer fills pieces with units: paragraphs, or parts of one.
type packer struct {
	text    string
	counter *text.Counter
	max     int
	// open are the ends of the units of the piece being filled, which begins at
	// start; tokens is the sum of the units' tokens.
	open   []int
	start  int
	tokens int
	done   []counted
}

// counted is a finished piece.
type counted struct {
	span
	tokens int
}

// add adds a unit, or its parts if it is over the bound.
func (p *packer) add(unit span, parts cutter) {
	n := p.counter.Count(p.text[unit.start:unit.end])
	if n > p.max && parts != nil {
		parts(p.text[unit.start:unit.end], func(start, end int, finer cutter) {
			p.add(span{unit.start + start, unit.start + end}, finer)
		})
		return
	}
	for len(p.open) > 0 && p.tokens+n > p.max {
		p.flush()
	}
	p.open = append(p.open, unit.end)
	p.tokens += n
}

// flush finishes a piece. Tokens of joined units can be more than the sum where
// units meet inside a word or a run of spaces, so the piece is counted; units
// that are too many stay open.
func (p *packer) flush() {
	for keep := len(p.open); ; keep-- {
		end := p.open[keep-1]
		n := p.tokens // exact for a single unit
		if len(p.open) > 1 {
			n = p.counter.Count(p.text[p.start:end])
		}
		if n > p.max && keep > 1 {
			continue
		}
		p.done = append(p.done, counted{span{p.start, end}, n})
		p.start, p.open = end, p.open[keep:]
		break
	}
	p.tokens = 0
	if len(p.open) > 0 {
		p.tokens = p.counter.Count(p.text[p.start:p.open[len(p.open)-1]])
	}
}

// pieces returns the finished pieces with their offsets and headings.
func (p *packer) pieces(offsets *text.Offsets, headings []load.Heading) []Piece {
	var out []Piece
	heading, next := "", 0
	for _, d := range p.done {
		piece := Piece{Text: p.text[d.start:d.end], Start: offsets.Rune(d.start), End: offsets.Rune(d.end), Tokens: d.tokens}
		first := offsets.Rune(d.start + max(strings.IndexFunc(piece.Text, notSpace), 0))
		for next < len(headings) && headings[next].Start <= first {
			heading = headings[next].Text
			next++
		}
		piece.Heading = heading
		out = append(out, piece)
	}
	return out
}

func notSpace(r rune) bool { return !unicode.IsSpace(r) }
