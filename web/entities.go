package web

import (
	"context"

	"grove/internal/browse"
	"grove/internal/graph"
)

// EntityList is a page of elements.
type EntityList struct {
	Entities []graph.KeyElement `json:"entities"`
	// Next is the parameter after of the next page; "" on the last page, and for a
	// search by name, which has one page.
	Next graph.ID `json:"next"`
}

// entityPage returns a page of at most limit elements.
func entityPage(list []graph.KeyElement, limit int) EntityList {
	return EntityList{list, next(list, limit, func(e graph.KeyElement) graph.ID { return e.ID })}
}

// next returns the id that the page after a full page starts after, "" for the last page.
func next[E any, ID ~string](page []E, limit int, id func(E) ID) ID {
	if len(page) < limit {
		return ""
	}
	return id(page[len(page)-1])
}

// EvidenceList is a page of the places that name an element.
type EvidenceList struct {
	Evidence []browse.Evidence `json:"evidence"`
	// Total is the number of places on all pages.
	Total int `json:"total"`
}

func listEntities(ctx context.Context, a arguments, w Workspace) (EntityList, error) {
	limit := a.number("limit")
	if q := a.text("q"); q != "" {
		found, err := w.Browse().FindEntities(ctx, q, limit)
		return EntityList{Entities: found}, err
	}
	list, err := w.Browse().Entities(ctx, graph.ID(a.text("after")), limit)
	return entityPage(list, limit), err
}

func showEntity(ctx context.Context, a arguments, w Workspace) (browse.Entity, error) {
	return w.Browse().Entity(ctx, a.text("id"), a.number("limit"))
}

func listEvidence(ctx context.Context, c *call, w Workspace) (EvidenceList, error) {
	list, total, err := w.Browse().Evidence(ctx, c.text("id"), c.number("from"), c.number("limit"))
	return EvidenceList{list, total}, err
}

// The values of the parameter via: what a neighbourhood follows.
const (
	viaRelations = "relations"
	viaFacts     = "facts"
)

func neighbourhood(ctx context.Context, a arguments, w Workspace) (out browse.Subgraph, err error) {
	scope, err := a.scope()
	if err != nil {
		return out, err
	}
	return w.Browse().Neighbourhood(ctx, browse.NeighbourhoodQuery{
		Seeds: a.list("seed"), Depth: a.number("depth"), Limit: a.number("limit"), Facts: a.text("via") == viaFacts,
		Types: a.list("type"), Relations: a.list("relation"), Scope: scope,
	})
}

func paths(ctx context.Context, a arguments, w Workspace) (out browse.PathList, err error) {
	scope, err := a.scope()
	if err != nil {
		return out, err
	}
	return w.Browse().Paths(ctx, graph.PathsQuery{
		From: graph.ID(a.text("from")), To: graph.ID(a.text("to")), MaxHops: a.number("max_hops"), Limit: a.number("limit"), Scope: scope,
	})
}
