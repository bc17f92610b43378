package web

import (
	"context"

	"grove/ingest/identity"
	"grove/internal/fault"
	"grove/internal/graph"
)

// MergeRequest asks to make entities one.
type MergeRequest struct {
	// Entities are at least two ids or names.
	Entities []string `json:"entities" min:"2" max:"100"`
}

// DistinctRequest asks to keep two entities distinct.
type DistinctRequest struct {
	// Entities are two ids or names.
	Entities []string `json:"entities" min:"2" max:"2"`
}

// SplitRequest asks to split names off an entity.
type SplitRequest struct {
	// Names are some of its aliases; with a document, none stands for all of them.
	Names []string `json:"names,omitempty"`
	// Document, if not "", is the one whose mentions are split off.
	Document graph.ID `json:"document,omitempty"`
}

// DecisionList are the decisions in the order in which they were made.
type DecisionList struct {
	Decisions []identity.DecisionView `json:"decisions"`
}

// DuplicateList are pairs of names that may be one entity, the likeliest first: by how
// alike their letters are (score) and by how similar what the graph has about them is
// (similarity).
type DuplicateList struct {
	Duplicates []identity.Duplicate `json:"duplicates"`
}

// maxMerged is the most entities of one merge.
const maxMerged = 100

func mergeEntities(ctx context.Context, c *call, w Workspace) error {
	var body MergeRequest
	if err := c.decode(ctx, &body, c.server.Limits.Body); err != nil {
		return err
	}
	if len(body.Entities) < 2 || len(body.Entities) > maxMerged {
		return fault.New(fault.Invalid, "web.merge", "entities", "too few or too many entities", "name 2 to 100")
	}
	d, err := w.Curate().Merge(ctx, body.Entities)
	return c.result(d, err)
}

func splitEntity(ctx context.Context, c *call, w Workspace) error {
	var body SplitRequest
	if err := c.decode(ctx, &body, c.server.Limits.Body); err != nil {
		return err
	}
	d, err := w.Curate().Split(ctx, c.text("id"), body.Names, string(body.Document))
	return c.result(d, err)
}

func keepDistinct(ctx context.Context, c *call, w Workspace) error {
	var body DistinctRequest
	if err := c.decode(ctx, &body, c.server.Limits.Body); err != nil {
		return err
	}
	if len(body.Entities) != 2 {
		return fault.New(fault.Invalid, "web.apart", "entities", "too few or too many entities", "name two")
	}
	d, err := w.Curate().Distinct(ctx, body.Entities[0], body.Entities[1])
	return c.result(d, err)
}

func undoDecision(ctx context.Context, c *call, w Workspace) error {
	d, err := w.Curate().Undo(ctx, c.id())
	return c.result(d, err)
}

func listDecisions(ctx context.Context, c *call, w Workspace) error {
	list, err := w.Curate().Decisions(ctx)
	return c.result(DecisionList{list}, err)
}

func listDuplicates(ctx context.Context, c *call, w Workspace) error {
	list, err := w.Curate().Duplicates(ctx, c.number("limit"))
	return c.result(DuplicateList{list}, err)
}
