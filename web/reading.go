package web

import (
	"context"
	"net/http"

	"grove/internal/graph"
)

// Passage is a piece of a document's text.
type Passage struct {
	Document DocumentRef `json:"document"`
	// Text is the document's text from Start up to End, in runes.
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
	// Runes is the length of the document's text.
	Runes int `json:"runes"`
}

// Fact is a statement of a chunk: its span is what it rests on.
type Fact struct {
	ID    graph.ID `json:"id"`
	Chunk graph.ID `json:"chunk"`
	Text  string   `json:"text"`
	graph.Span
	// About are the elements that it is about, by id.
	About []PathElement `json:"about"`
}

// FactList are the facts of some of a document's chunks, in their order.
type FactList struct {
	Facts []Fact `json:"facts"`
	// Next is what from must be for the next page, -1 on the last one.
	Next int `json:"next"`
}

// longestPassage is the most runes of a Passage.
const longestPassage = 100_000

func showText(ctx context.Context, c *call, w Workspace) error {
	start, end := c.number("start"), c.number("end")
	if end == 0 {
		end = start + longestPassage
	}
	p, err := w.Text(ctx, c.id(), start, min(end, start+longestPassage))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, p)
}

func listFacts(ctx context.Context, c *call, w Workspace) error {
	from, limit := c.number("from"), c.number("limit")
	facts, more, err := w.Facts(ctx, c.id(), from, limit)
	if err != nil {
		return err
	}
	out := FactList{Facts: facts, Next: -1}
	if more {
		out.Next = from + limit
	}
	return c.reply(http.StatusOK, out)
}
