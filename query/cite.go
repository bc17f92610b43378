package query

import (
	"context"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/text"
)

// MaxCitations is the largest number of citations of an answer, not counting a conflict's.
const MaxCitations = 5

// Citation is a quotation from a document.
type Citation struct {
	// N numbers the citations of an answer from 1.
	N        int         `json:"n"`
	Document DocumentRef `json:"document"`
	// Page is the printed page, "" if the format has none.
	Page  string   `json:"page"`
	Chunk graph.ID `json:"chunk"`
	// Start and End are rune offsets in the document's text.
	Start int    `json:"start"`
	End   int    `json:"end"`
	Quote string `json:"quote"`
	// Verified is true if the stored text at Start to End is exactly Quote.
	Verified bool `json:"verified"`
	// Weak is true if the quote is only what comes closest to the answer in the evidence that the model named.
	Weak bool `json:"weak,omitempty"`
}

// Reference is a place in a chunk that supports an answer.
type Reference struct {
	Chunk graph.ID
	// Start and End are rune offsets in the document's text.
	Start, End int
	Quote      string
	// Weak is that of a Citation.
	Weak bool
}

// Cite returns citations for the first MaxCitations distinct references, weak ones after all others, each
// verified against the stored chunk. Citations that differ from it have Verified false. A sentence is
// cited once, also where another document or a longer reference repeats it.
func Cite(ctx context.Context, g Chunks, references []Reference) ([]Citation, error) {
	citations := []Citation{}
	var ids []graph.ID
	for _, r := range slices.SortedStableFunc(slices.Values(references), weakLast) {
		if i := slices.IndexFunc(citations, func(c Citation) bool { return repeats(c, r) }); i >= 0 {
			if c := &citations[i]; widens(*c, r) {
				c.Start, c.End, c.Quote = r.Start, r.End, r.Quote
			}
			continue
		}
		if len(citations) == MaxCitations {
			continue
		}
		citations = append(citations, Citation{N: len(citations) + 1, Chunk: r.Chunk, Start: r.Start, End: r.End, Quote: r.Quote,
			Weak: r.Weak})
		ids = append(ids, r.Chunk)
	}
	if len(ids) == 0 {
		return citations, nil
	}
	rows, err := g.Chunks(ctx, graph.ChunksQuery{IDs: lists.Sorted(ids), Limit: MaxCitations})
	if err != nil {
		return nil, err
	}
	for i := range citations {
		for _, row := range rows {
			if row.ID == citations[i].Chunk {
				citations[i].check(row)
			}
		}
	}
	return citations, nil
}

func weakLast(a, b Reference) int {
	switch {
	case a.Weak == b.Weak:
		return 0
	case a.Weak:
		return 1
	}
	return -1
}

// repeats reports whether a reference is to the place or the words of a citation, or one of the two
// is part of the other.
func repeats(c Citation, r Reference) bool {
	if c.Chunk != r.Chunk {
		return slices.Equal(strings.Fields(c.Quote), strings.Fields(r.Quote))
	}
	return c.Start == r.Start && c.End == r.End ||
		c.Start <= r.Start && r.End <= c.End && strings.Contains(c.Quote, r.Quote) || widens(c, r)
}

// widens reports whether a reference holds the place and the words of a citation.
func widens(c Citation, r Reference) bool {
	return c.Chunk == r.Chunk && r.Start <= c.Start && c.End <= r.End && strings.Contains(r.Quote, c.Quote)
}

// check sets the document, page and verification from the stored chunk.
func (c *Citation) check(row graph.ChunkRow) {
	c.Document, c.Page = documentOf(row), row.Page
	c.Verified = c.Start >= row.Start && c.End <= row.End && c.Start < c.End &&
		text.Slice(row.Text, c.Start-row.Start, c.End-row.Start) == c.Quote
}

// Locate returns the sentence of a chunk that best supports a note, among those that
// share half of the note's terms or contain the answer. A sentence scores the share of
// the note's terms in it, 1 for containing the answer and 2 for being equal to the note.
func Locate(chunk graph.ChunkRow, answer, note string) (Reference, bool) {
	wanted := termSet(note)
	answer = strings.ToLower(strings.TrimSpace(answer))
	best, bestScore := text.Span{}, 0.0
	for _, s := range text.Sentences(chunk.Text) {
		sentence := text.Slice(chunk.Text, s.Start, s.End)
		terms := termSet(sentence)
		shared, score := lists.Common(terms, wanted), 0.0
		if len(wanted) > 0 {
			score = float64(shared) / float64(len(wanted))
		}
		// Prefer the shorter of two sentences that contain the whole note.
		score += 0.1 * float64(shared) / float64(max(len(terms), 1))
		if answer != "" && len(answer) < len(sentence) && strings.Contains(strings.ToLower(sentence), answer) {
			score++
		}
		if sentence == strings.TrimSpace(note) {
			score += 2
		}
		if score > bestScore && (2*shared >= len(wanted) || score >= 1) {
			best, bestScore = s, score
		}
	}
	if bestScore == 0 {
		return Reference{}, false
	}
	return referenceTo(chunk, best), true
}

// referenceTo returns the reference to a span of a chunk's text.
func referenceTo(chunk graph.ChunkRow, s text.Span) Reference {
	return Reference{Chunk: chunk.ID, Start: chunk.Start + s.Start, End: chunk.Start + s.End, Quote: text.Slice(chunk.Text, s.Start, s.End)}
}

func termSet(s string) map[string]bool {
	return lists.Set(text.Terms(s))
}
