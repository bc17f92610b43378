package graph

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Partition checks that chunks, given in order, partition their document's
// text. Use NewPartition to make one.
type Partition struct {
	document    Document
	index, end  int
	tokens      int
	text        strings.Builder
	occurrences map[string]int
}

// NewPartition makes a Partition without chunks.
func NewPartition(d Document) *Partition {
	return &Partition{document: d, occurrences: map[string]int{}}
}

// Add returns what is wrong with the next chunk, or "".
func (p *Partition) Add(c Chunk) string {
	wrong := ""
	switch n := utf8.RuneCountInString(c.Text); {
	case c.Document != p.document.ID:
		wrong = fmt.Sprintf("it is a chunk of document %s", c.Document)
	case c.Index != p.index:
		wrong = fmt.Sprintf("its index is %d, it stands at %d", c.Index, p.index)
	case c.Start != p.end:
		wrong = fmt.Sprintf("it begins at %d, the text before it ends at %d", c.Start, p.end)
	case c.End != c.Start+n:
		wrong = fmt.Sprintf("it spans %d to %d, its text has %d runes", c.Start, c.End, n)
	case c.ID != ChunkID(c.Document, c.Text, p.occurrences[c.Text]):
		wrong = "its id is not that of its text"
	}
	p.index, p.end = c.Index+1, c.End
	p.tokens += c.Tokens
	p.text.WriteString(c.Text)
	p.occurrences[c.Text]++
	return wrong
}

// End returns what is wrong with the document after its last chunk, or "".
func (p *Partition) End() string {
	switch d := p.document; {
	case d.ID != DocumentID(d.Source):
		return "its id is not that of its source"
	case d.Runes != p.end:
		return fmt.Sprintf("it has %d runes, its chunks %d", d.Runes, p.end)
	case d.Tokens != p.tokens:
		return fmt.Sprintf("it has %d tokens, its chunks %d", d.Tokens, p.tokens)
	case d.SHA256 != Digest(d.Title, p.text.String()):
		return "its digest is not that of its title and text"
	}
	return ""
}
