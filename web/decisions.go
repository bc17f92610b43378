package web

import (
	"context"

	"grove/ingest/identity"
	"grove/internal/curate"
	"grove/internal/fault"
	"grove/internal/graph"
)

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
