package web

import (
	"context"
	"net/http"

	"grove/internal/browse"
)

// FactList are the facts of some of a document's chunks, in their order.
type FactList struct {
	Facts []browse.Fact `json:"facts"`
	// Next is what from must be for the next page, -1 on the last one.
	Next int `json:"next"`
}

// longestPassage is the most runes of one browse.Passage.
const longestPassage = 100_000

func showText(ctx context.Context, c *call, w Workspace) error {
	start, end := c.number("start"), c.number("end")
	if end == 0 {
		end = start + longestPassage
	}
	p, err := w.Browse().Text(ctx, c.id(), start, min(end, start+longestPassage))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, p)
}

func listFacts(ctx context.Context, c *call, w Workspace) error {
	from, limit := c.number("from"), c.number("limit")
	facts, more, err := w.Browse().Facts(ctx, c.id(), from, limit)
	if err != nil {
		return err
	}
	out := FactList{Facts: facts, Next: -1}
	if more {
		out.Next = from + limit
	}
	return c.reply(http.StatusOK, out)
}
