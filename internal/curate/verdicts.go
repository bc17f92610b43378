package curate

import (
	"context"
	"slices"
	"time"

	"grove/ingest"
	"grove/ingest/refresh"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/schema"
)

// Verdict is a person's decision on a name that is proposed for the schema.
type Verdict string

// The verdicts; Undo removes an earlier one.
const (
	Accept Verdict = schema.AcceptKind
	Reject Verdict = schema.RejectKind
	Undo   Verdict = "undo"
)

// Judged is the result of verdicts on names.
type Judged struct {
	ingest.Evolution
	refresh.Report
	Names []JudgedName `json:"names"`
}

// JudgedName is a name with a verdict.
type JudgedName struct {
	schema.Name
	Verdict Verdict `json:"verdict"`
	// Proposed is false if no chunk proposes the name, which may then be misspelled.
	Proposed bool `json:"proposed"`
	// Support and Documents are the numbers of chunks and documents that propose the name.
	Support   int `json:"support"`
	Documents int `json:"documents"`
	// Uses is the number of entities, triples or attributes with the name after the
	// verdict, Before the number before it.
	Uses   int `json:"uses"`
	Before int `json:"before"`
}

// Judge stores a verdict on names (see schema.FindName), and updates schema and graph without
// reading a chunk with the model again. A name of the seed is fault.Invalid, a name to undo
// without a verdict fault.NotFound.
func (c *Curator) Judge(ctx context.Context, v Verdict, refs []string) (Judged, error) {
	return exclusive(ctx, c, func(ctx context.Context) (Judged, error) { return c.judge(ctx, v, refs) })
}

func (c *Curator) judge(ctx context.Context, v Verdict, refs []string) (Judged, error) {
	earlier, err := schema.Decisions(ctx, c.Workspace.Store)
	if err != nil {
		return Judged{}, err
	}
	names, err := c.judgedNames(ctx, v, refs, earlier)
	if err != nil {
		return Judged{}, err
	}
	for _, n := range names {
		// Stored before the earlier ones are dropped: interrupted in between, the latest counts.
		if v != Undo {
			if _, err := c.Workspace.Store.PutDecision(ctx, string(v), []string{string(n.Part), n.Name.Name}, time.Now()); err != nil {
				return Judged{}, err
			}
		}
		for _, d := range earlier {
			if d.Proposal() == n.ID() {
				if err := c.Workspace.Store.DropDecision(ctx, d.ID); err != nil {
					return Judged{}, err
				}
			}
		}
		earlier = slices.DeleteFunc(earlier, func(d schema.Decision) bool { return d.Proposal() == n.ID() })
	}
	report, err := c.refresh(ctx)
	if err != nil {
		return Judged{}, err
	}
	uses, err := schema.Usage(ctx, c.Workspace.Store)
	for i, n := range names {
		names[i].Uses = uses[n.ID()]
	}
	return Judged{*report.Evolution, report, names}, err
}

// judgedNames returns the names of a verdict with their support before it.
func (c *Curator) judgedNames(ctx context.Context, v Verdict, refs []string, earlier []schema.Decision) ([]JudgedName, error) {
	const op = "curate.Judge"
	s, _, err := schema.Stored(ctx, c.Workspace.Store)
	if err != nil {
		return nil, err
	}
	uses, err := schema.Usage(ctx, c.Workspace.Store)
	if err != nil {
		return nil, err
	}
	out := make([]JudgedName, len(refs))
	for i, ref := range refs {
		n, err := schema.FindName(ctx, c.Workspace.Store, ref)
		if err != nil {
			return nil, err
		}
		switch {
		case v != Undo && s.Seed().Has(n.Part, n.Name):
			return nil, fault.New(fault.Invalid, op, ref, "the name is in the schema's seed", "`grove schema set FILE` changes the seed")
		case v == Undo && !slices.ContainsFunc(earlier, func(d schema.Decision) bool { return d.Proposal() == n.ID() }):
			return nil, fault.New(fault.NotFound, op, ref, "there is no verdict on the name",
				"`grove schema proposals --state all` shows verdicts")
		}
		rows, err := c.Workspace.Store.Proposals(ctx, graph.ProposalsQuery{IDs: []graph.ID{n.ID()}, Limit: 1})
		if err != nil {
			return nil, err
		}
		out[i] = JudgedName{Name: n, Verdict: v, Proposed: len(rows) > 0, Before: uses[n.ID()]}
		if len(rows) > 0 {
			out[i].Support, out[i].Documents = rows[0].Support, rows[0].Documents
		}
	}
	return out, nil
}
