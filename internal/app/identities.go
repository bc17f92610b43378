package app

import (
	"cmp"
	"context"
	"slices"
	"time"

	"grove/ingest/identity"
	"grove/internal/fault"
	"grove/internal/graph"
)

// Decided is what a decision came to.
type Decided struct {
	Decision identity.DecisionView `json:"decision"`
	// Restated are the chunks that were written again.
	Restated int `json:"restated"`
	// Left are chunks of imported documents in which it can't be told which of the
	// names is meant: they stay as they are until the document is ingested.
	Left int `json:"left"`
	// Entities are those that the names belong to now.
	Entities []graph.KeyElement `json:"entities"`
	Regrown
	Ms int64 `json:"ms"`
}

// UndoDecision takes a decision about names back. What a model had merged is not put
// to it again: the person knew better.
func (a *App) UndoDecision(ctx context.Context, id string, progress func(done, of int)) (Decided, error) {
	const op = "app.UndoDecision"
	list, err := identity.Decisions(ctx, a.store)
	if err != nil {
		return Decided{}, err
	}
	for _, d := range list {
		if string(d.ID) == id {
			started := time.Now()
			if err := a.keepApart(ctx, d.Decision, started); err != nil {
				return Decided{}, err
			}
			if err := a.store.DropDecision(ctx, d.ID); err != nil {
				return Decided{}, err
			}
			return a.decided(ctx, d, started, progress)
		}
	}
	return Decided{}, fault.New(fault.NotFound, op, id, "there is no such decision about entities", "`grove entities decisions` has them")
}

// keepApart notes the pairs of a model's merge as asked about.
func (a *App) keepApart(ctx context.Context, d graph.Decision, now time.Time) error {
	if d.Kind != graph.ModelMergeDecision {
		return nil
	}
	for i, one := range d.Subjects {
		for _, other := range d.Subjects[i+1:] {
			if _, err := a.store.PutDecision(ctx, graph.AskedDecision, []string{one, other}, now); err != nil {
				return err
			}
		}
	}
	return nil
}

// decide keeps a decision and carries it out.
func (a *App) decide(ctx context.Context, kind string, names []graph.Name, progress func(done, of int)) (Decided, error) {
	started := time.Now()
	names = slices.Clone(names)
	slices.SortFunc(names, func(a, b graph.Name) int { return cmp.Compare(a.Subject(), b.Subject()) })
	names = slices.Compact(names)
	var subjects []string
	for _, n := range names {
		subjects = append(subjects, n.Subject())
	}
	d, err := a.store.PutDecision(ctx, kind, subjects, started)
	if err != nil {
		return Decided{}, err
	}
	return a.decided(ctx, identity.Decision{Decision: d, Names: names}, started, progress)
}

// decided brings the graph up to date with a decision that was made or undone.
func (a *App) decided(ctx context.Context, d identity.Decision, started time.Time, progress func(done, of int)) (Decided, error) {
	r := a.resolver()
	r.Progress = progress
	names, report, err := r.Settle(ctx)
	if err != nil {
		return Decided{}, err
	}
	regrown, err := a.regrow(ctx)
	if err != nil {
		return Decided{}, err
	}
	ids := make([]graph.ID, len(d.Names))
	for i, n := range d.Names {
		ids[i] = names.Element(n).ID
	}
	now, err := a.store.Find(ctx, graph.FindQuery{IDs: ids})
	if err != nil {
		return Decided{}, err
	}
	views, err := identity.Views(ctx, a.store, []identity.Decision{d})
	if err != nil {
		return Decided{}, err
	}
	return Decided{views[0], report.Restated, report.Left, now, regrown, milliseconds(started)}, nil
}

// EntityDecisions lists the decisions about names, in the order in which they were made.
func (a *App) EntityDecisions(ctx context.Context) ([]identity.DecisionView, error) {
	list, err := identity.Decisions(ctx, a.store)
	if err != nil {
		return nil, err
	}
	return identity.Views(ctx, a.store, list)
}
