package graph

import (
	"fmt"

	"grove/internal/text"
)

// Quotes checks spans of one chunk against the text that they refer to.
type Quotes struct {
	chunk        Chunk
	text         *text.Offsets
	title        string
	titleOffsets *text.Offsets
}

// NewQuotes makes the Quotes of a chunk of a document with this title.
func NewQuotes(c Chunk, title string) *Quotes {
	return &Quotes{c, text.NewOffsets(c.Text), title, text.NewOffsets(title)}
}

// Check returns what is wrong with a span of the chunk's evidence, or "": it must lie in
// the chunk, or in the title if the chunk is the document's first, and its surface must be
// the text there.
func (q *Quotes) Check(s Span) string {
	from, to, base, whole, offsets := q.chunk.Start, q.chunk.End, q.chunk.Start, q.chunk.Text, q.text
	switch {
	case s.In == InTitle && q.chunk.Index > 0:
		return "it quotes the title, but its chunk is not the first"
	case s.In == InTitle:
		from, to, base, whole, offsets = 0, q.titleOffsets.Runes(), 0, q.title, q.titleOffsets
	case s.In != InText:
		return fmt.Sprintf("it refers to %q, which is neither text nor title", s.In)
	}
	switch {
	case s.Start < from || s.End > to || s.Start > s.End:
		return fmt.Sprintf("it spans %d to %d, outside %d to %d", s.Start, s.End, from, to)
	case whole[offsets.Byte(s.Start-base):offsets.Byte(s.End-base)] != s.Surface:
		return fmt.Sprintf("its surface is not the text at %d to %d", s.Start, s.End)
	case s.Count < 1:
		return fmt.Sprintf("its count is %d", s.Count)
	}
	return ""
}
