package app

import (
	"context"
	"time"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/llm"
)

// makeGists makes the gists of documents within the bounds of a question, and leaves it what is left of them. It returns the
// usage. A bound that is reached is fault.LimitReached: what was made is journalled.
func (a *App) makeGists(ctx context.Context, documents []graph.Document, o *AskOptions) (llm.Usage, error) {
	const op = "app.makeGists"
	e, err := jobs.EstimateGists(ctx, a.Store, documents, "")
	if err != nil {
		return llm.Usage{}, err
	}
	started := time.Now()
	bounds := llm.Bounds{MaxCalls: o.MaxCalls, MaxTotalTokens: o.MaxTokens, Budget: o.Budget, Prices: a.Prices()}
	if o.Timeout > 0 {
		bounds.Until = started.Add(o.Timeout)
	}
	makes := o.Gists
	if makes == nil {
		makes = func(ctx context.Context, g jobs.GistsOptions, _ ingest.GistsEstimate) (ingest.Report, error) {
			return a.jobs.Gists(ctx, g)
		}
	}
	report, err := makes(ctx, jobs.GistsOptions{Documents: graph.Keys(documents), Bounds: bounds}, e)
	if err != nil {
		return report.Usage, err
	}
	if s := report.Stopped; s != nil {
		return report.Usage, fault.New(fault.LimitReached, op, "gists", s.Message, s.Hint)
	}
	left, ok := bounds.After(report.Usage)
	if o.Timeout > 0 {
		o.Timeout -= time.Since(started)
		ok = ok && o.Timeout > 0
	}
	if !ok {
		return report.Usage, fault.New(fault.LimitReached, op, "gists", "the gists of the documents used up the limits of the question",
			"they are stored: ask again, or raise the limits")
	}
	o.MaxCalls, o.MaxTokens, o.Budget = left.MaxCalls, left.MaxTotalTokens, left.Budget
	return report.Usage, nil
}
