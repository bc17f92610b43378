package app

import (
	"context"
	"time"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/gist"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/llm"
)

// keptCalls and keptShare are what a question keeps of its bounds for its agent: calls, and a share of tokens, money and time.
const (
	keptCalls = 3
	keptShare = 4
)

// makeGists makes the gists of documents within the bounds of a question, and leaves it what is left of them. It returns the
// usage. Gists that exceed the bounds by their estimate are not begun; if a bound ends them, what was made is journalled. The
// agent then makes do with the gists that it can afford.
func (a *App) makeGists(ctx context.Context, documents []graph.Document, o *AskOptions) (llm.Usage, error) {
	const op = "app.makeGists"
	e, err := jobs.EstimateGists(ctx, a.Store, documents, "")
	if err != nil {
		return llm.Usage{}, err
	}
	started := time.Now()
	all := llm.Bounds{MaxCalls: o.MaxCalls, MaxTotalTokens: o.Limits.MaxTokens, Budget: o.Limits.Budget, Prices: a.Prices()}
	bounds := all
	bounds.MaxTotalTokens -= all.MaxTotalTokens / keptShare
	bounds.Budget -= all.Budget / keptShare
	if bounds.MaxCalls -= keptCalls; all.MaxCalls > 0 && bounds.MaxCalls <= 0 || exceeds(e, bounds) {
		return llm.Usage{}, nil
	}
	bounds.MaxCalls = max(bounds.MaxCalls, 0)
	if o.Limits.Timeout > 0 {
		bounds.Until = started.Add(o.Limits.Timeout - o.Limits.Timeout/keptShare)
	}
	makes := o.Gists
	if makes == nil {
		makes = func(ctx context.Context, g jobs.GistsOptions, _ gist.Cost) (ingest.Report, error) {
			return a.jobs.Gists(ctx, g)
		}
	}
	report, err := makes(ctx, jobs.GistsOptions{Documents: graph.Keys(documents), Bounds: bounds}, e)
	if err != nil {
		return report.Usage, err
	}
	left, ok := all.After(report.Usage)
	if o.Limits.Timeout > 0 {
		o.Limits.Timeout -= time.Since(started)
		ok = ok && o.Limits.Timeout > 0
	}
	if !ok {
		return report.Usage, fault.New(fault.LimitReached, op, "gists", "the gists of the documents used up the limits of the question",
			"they are stored: ask again, or raise the limits")
	}
	o.MaxCalls, o.Limits.MaxTokens, o.Limits.Budget = left.MaxCalls, left.MaxTotalTokens, left.Budget
	return report.Usage, nil
}

// exceeds reports whether gists exceed bounds at least, by their estimate.
func exceeds(e gist.Cost, b llm.Bounds) bool {
	prompt, completion := e.PromptTokens.Low, e.CompletionTokens.Low
	return b.MaxCalls > 0 && e.Calls.Low > b.MaxCalls || b.MaxTotalTokens > 0 && prompt+completion > b.MaxTotalTokens ||
		b.Budget > 0 && b.Prices.Cost(prompt, completion) > b.Budget
}
