package app

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"time"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/load"
)

// CancelJob ends a job: what was done is kept. The process that runs it is asked to end
// it. One that waits for the service to go on is cancelled at once, which only the
// holder of the workspace can do: fault.Held for who reads beside others.
func (a *App) CancelJob(ctx context.Context, id graph.ID) (graph.JobState, error) {
	const op = "app.CancelJob"
	j, err := a.Job(ctx, id)
	switch {
	case err != nil:
		return "", err
	case j.State == graph.JobRunning:
		if err := os.WriteFile(a.cancelPath(), []byte(id), 0o600); err != nil {
			return "", &fault.Error{Kind: fault.Unavailable, Op: op, Item: a.cancelPath(), Err: err, Hint: "the workspace's folder cannot be written"}
		}
		return j.State, nil
	case !unfinished(j.Job):
		return "", fault.New(fault.Invalid, op, string(id), "the job is "+string(j.State), "only a job that runs, or waits for the service, can be cancelled")
	case a.index == nil: // a reader
		return "", fault.New(fault.Held, op, string(id), "the job waits for the service", "")
	}
	j.Job.State, j.Job.Updated = graph.JobCancelled, time.Now().UTC().Truncate(time.Millisecond)
	return graph.JobCancelled, a.putJob(ctx, j.Job)
}

// RetryJob does a job again, as one job: an ingest with what it was asked for, and then
// the chunks whose replies could not be read. "" retries these chunks alone.
func (a *App) RetryJob(ctx context.Context, id graph.ID, progress func(ingest.Progress)) (ingest.Report, error) {
	const op = "app.RetryJob"
	if id == "" {
		return a.retryChunks(ctx, id, progress)
	}
	jobs, err := a.store.Jobs(ctx, graph.JobsQuery{ID: id, Limit: 1})
	switch {
	case err != nil:
		return ingest.Report{}, err
	case len(jobs) == 0:
		return ingest.Report{}, fault.New(fault.NotFound, op, string(id), "there is no such job", "`grove jobs list` has them")
	case jobs[0].Kind != jobIngest:
		return a.retryChunks(ctx, id, progress)
	}
	var asked IngestOptions
	if err := json.Unmarshal([]byte(jobs[0].Request), &asked); err != nil {
		return ingest.Report{}, &fault.Error{Kind: fault.Corrupt, Op: op, Item: string(id), Err: err}
	}
	switch {
	case len(asked.Paths) == 0:
		return ingest.Report{}, fault.New(fault.NotFound, op, string(id), "what the job was asked for was purged", "ingest the paths again")
	case slices.Contains(asked.Paths, load.StandardInput):
		return ingest.Report{}, fault.New(fault.Invalid, op, string(id), "the job read standard input, which is gone",
			"give it again: grove ingest - --source "+asked.Source+"; `grove jobs retry` alone asks again for what could not be read")
	}
	asked.Progress = progress
	return a.ingestJob(ctx, asked, true)
}

// retryChunks asks anew, as a job, for the chunks whose replies could not be read.
func (a *App) retryChunks(ctx context.Context, of graph.ID, progress func(ingest.Progress)) (ingest.Report, error) {
	return a.job(ctx, jobRetry, map[string]string{"of": string(of)}, progress, func(ctx context.Context, told func(ingest.Progress)) (ingest.Report, error) {
		return a.askAgain(ctx, a.pipeline(), told)
	})
}

// askAgain asks anew for the chunks whose replies could not be read, within the bounds
// of the pipeline.
func (a *App) askAgain(ctx context.Context, p *ingest.Pipeline, told func(ingest.Progress)) (ingest.Report, error) {
	p.Progress = told
	report, err := p.Retry(ctx)
	if err == nil {
		err = a.RefreshAfter(ctx, &report, p.Bounds)
	}
	return report, err
}

// askAgainAfter is askAgain after an ingest, whose report it goes on with, for what is
// left of the bounds. Nothing is done where every reply could be read.
func (a *App) askAgainAfter(ctx context.Context, report *ingest.Report, o IngestOptions, bounds llm.Bounds, told func(ingest.Progress)) error {
	left, ok := bounds.After(report.Usage)
	if !ok || report.Stopped != nil {
		return nil // a bound is reached
	}
	waiting, err := a.store.Quarantined(ctx, graph.QuarantinedQuery{Limit: 1})
	if err != nil || len(waiting) == 0 {
		return err
	}
	p := a.pipeline()
	p.Bounds, p.Separate, p.Window, p.Pack = left, o.Separate, o.Window, o.Pack
	again, err := a.askAgain(ctx, p, told)
	report.Merge(again)
	return err
}
