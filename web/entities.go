package web

import (
	"context"
	"net/http"

	"grove/internal/browse"
	"grove/internal/graph"
)

// EntityList is a page of elements.
type EntityList struct {
	Entities []graph.KeyElement `json:"entities"`
	// Next is what after must be for the next page, "" on the last one and where
	// elements were looked for by name.
	Next graph.ID `json:"next"`
}

// EvidenceList is a page of the places where an element is named.
type EvidenceList struct {
	Evidence []browse.Evidence `json:"evidence"`
	Total    int               `json:"total"`
}

func listEntities(ctx context.Context, c *call, w Workspace) error {
	limit := c.number("limit")
	if q := c.text("q"); q != "" {
		found, err := w.Browse().FindEntities(ctx, q, limit)
		if err != nil {
			return err
		}
		return c.reply(http.StatusOK, EntityList{Entities: found})
	}
	list, err := w.Browse().Entities(ctx, graph.ID(c.text("after")), limit)
	if err != nil {
		return err
	}
	out := EntityList{Entities: list}
	if len(list) == limit {
		out.Next = list[limit-1].ID
	}
	return c.reply(http.StatusOK, out)
}

func showEntity(ctx context.Context, c *call, w Workspace) error {
	e, err := w.Browse().Entity(ctx, c.text("id"), c.number("limit"))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, e)
}

func listEvidence(ctx context.Context, c *call, w Workspace) error {
	list, total, err := w.Browse().Evidence(ctx, c.text("id"), c.number("from"), c.number("limit"))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, EvidenceList{list, total})
}
