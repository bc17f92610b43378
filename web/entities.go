package web

import (
	"context"

	"grove/ingest/identity"
	"grove/internal/browse"
	"grove/internal/curate"
	"grove/internal/fault"
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

// MergeRequest is the body of a request to merge entities.
type MergeRequest struct {
	// Entities are at least two ids or names.
	Entities []string `json:"entities" min:"2" max:"100"`
}

// DistinctRequest is the body of a request to keep two entities distinct.
type DistinctRequest struct {
	// Entities are two ids or names.
	Entities []string `json:"entities" min:"2" max:"2"`
}

// SplitRequest is the body of a request to split names off an entity.
type SplitRequest struct {
	// Names are some of its aliases. They may be empty if Document is set, for all aliases.
	Names []string `json:"names,omitempty"`
	// Document restricts the split to the mentions in one document; "" splits all.
	Document graph.ID `json:"document,omitempty"`
}

// DecisionList is a list of decisions, the oldest first.
type DecisionList struct {
	Decisions []identity.DecisionView `json:"decisions"`
}

// DuplicateList is a list of pairs of names that may denote one entity, the likeliest first:
// by the similarity of their spelling (score) and of their descriptions and facts (similarity).
type DuplicateList struct {
	Duplicates []identity.Duplicate `json:"duplicates"`
	// Total is the number of pairs on all pages, at most 1,000.
	Total int `json:"total"`
}

// maxMerged is the maximum number of entities of one merge.
const maxMerged = 100

func mergeEntities(ctx context.Context, _ *call, w Workspace, body MergeRequest) (curate.Decided, error) {
	if len(body.Entities) < 2 || len(body.Entities) > maxMerged {
		return curate.Decided{}, fault.New(fault.Invalid, "web.merge", "entities", "too few or too many entities", "name 2 to 100")
	}
	return w.Curate().Merge(ctx, body.Entities)
}

func splitEntity(ctx context.Context, c *call, w Workspace, body SplitRequest) (curate.Decided, error) {
	return w.Curate().Split(ctx, c.text("id"), body.Names, string(body.Document))
}

func keepDistinct(ctx context.Context, _ *call, w Workspace, body DistinctRequest) (curate.Decided, error) {
	if len(body.Entities) != 2 {
		return curate.Decided{}, fault.New(fault.Invalid, "web.distinct", "entities", "too few or too many entities", "name two")
	}
	return w.Curate().Distinct(ctx, body.Entities[0], body.Entities[1])
}

func listDecisions(ctx context.Context, _ *call, w Workspace) (DecisionList, error) {
	list, err := w.Curate().Decisions(ctx)
	return DecisionList{list}, err
}

func listDuplicates(ctx context.Context, a arguments, w Workspace) (DuplicateList, error) {
	page, total, err := w.Curate().DuplicatePage(ctx, a.number("from"), a.number("limit"))
	return DuplicateList{graph.List(page), total}, err
}
