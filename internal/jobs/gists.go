package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"sync"

	"grove/ingest"
	"grove/ingest/gists"
	"grove/internal/fault"
	"grove/internal/gist"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/text"
)

// GistsOptions configure one making of gists. Their JSON is a job's request.
type GistsOptions struct {
	Documents []graph.ID `json:"documents"`
	// Preset is that of the pages; "" is the default one.
	Preset string `json:"preset,omitempty"`
	// Bounds limit the calls.
	Bounds llm.Bounds `json:"-"`
	// Progress, if set, is called as the work advances.
	Progress func(ingest.Progress) `json:"-"`
}

// check returns the options with the documents sorted, each once, and the preset's full name.
func (o GistsOptions) check() (GistsOptions, error) {
	p, err := gist.Parse(o.Preset)
	if err != nil {
		return o, err
	}
	o.Documents = lists.Sorted(o.Documents)
	if n := len(o.Documents); n == 0 || n > graph.MaxIDs {
		return o, fault.New(fault.Invalid, "jobs.Gists", "", text.Count(n, "document"),
			text.Count(graph.MaxIDs, "document")+" at most, and at least one")
	}
	o.Preset = p.Name()
	return o, nil
}

// Gists makes pages and gists of documents, as a job. They are wanted from then on: a document that is
// replaced gets new ones.
func (j *Jobs) Gists(ctx context.Context, o GistsOptions) (ingest.Report, error) {
	o, err := o.check()
	if err != nil {
		return ingest.Report{}, err
	}
	return j.runNow(ctx, kindMakeGists, o, o.Progress, func(ctx context.Context, progress func(ingest.Progress)) (ingest.Report, error) {
		report := ingest.Report{Model: j.ws.Client.ModelName()}
		// Of several questions that need the same gists at once, the first makes them.
		release, err := j.ws.AcquireWriter(ctx)
		if err != nil {
			return report, err
		}
		defer release()
		if err := j.wantGists(ctx, o.Documents, o.Preset); err != nil {
			return report, err
		}
		_, onPages := withPages(progress)
		return report, j.ws.RefreshAfter(ctx, &report, o.Bounds, onPages)
	})
}

// QueueGists has pages and gists of documents made; see Gists. Of the bounds those on calls, tokens and cost count.
func (j *Jobs) QueueGists(ctx context.Context, o GistsOptions) (Job, error) {
	o, err := o.check()
	if err == nil {
		err = j.ws.CheckBudget(o.Bounds.Budget)
	}
	if err != nil {
		return Job{}, err
	}
	rows, err := j.ws.Store.Documents(ctx, graph.DocumentsQuery{IDs: o.Documents, Limit: len(o.Documents)})
	if err != nil {
		return Job{}, err
	}
	if len(rows) < len(o.Documents) {
		return Job{}, fault.New(fault.NotFound, "jobs.QueueGists", "documents", "some of the documents do not exist",
			"GET documents lists those that do")
	}
	r, err := j.add(ctx, kindGists, order{Documents: o.Documents, Gists: o.Preset,
		MaxCalls: o.Bounds.MaxCalls, MaxTokens: o.Bounds.MaxTotalTokens, Budget: o.Bounds.Budget})
	return j.view(r), err
}

// AwaitGists is QueueGists that waits for the end of the job and returns its report; the job is cancelled if ctx ends before.
func (j *Jobs) AwaitGists(ctx context.Context, o GistsOptions) (report ingest.Report, err error) {
	job, err := j.QueueGists(ctx, o)
	if err != nil {
		return report, err
	}
	states, err := j.Follow(ctx, job.ID)
	if err != nil {
		return report, err
	}
	for !job.Over() {
		select {
		case job = <-states:
		case <-ctx.Done():
			_, err := j.Cancel(context.WithoutCancel(ctx), job.ID)
			if fault.Is(err, fault.Conflict) { // it ended meanwhile
				err = nil
			}
			return report, errors.Join(fault.Wrap(ctx.Err(), "jobs.AwaitGists", string(job.ID)), err)
		}
	}
	if job.State != graph.JobDone && job.State != graph.JobPartly {
		return report, fault.New(fault.Unavailable, "jobs.AwaitGists", string(job.ID),
			cmp.Or(job.Error, "the job that makes the gists is "+string(job.State)), "GET jobs/{id} shows it; ask again to go on")
	}
	if err := json.Unmarshal(job.Result, &report); err != nil {
		return report, fault.From(fault.Corrupt, "jobs.AwaitGists", string(job.ID), err, "")
	}
	if u := &report.Usage; report.Model != llm.OfflineName { // stored reports do not tell what was paid: at most all of it
		u.PaidPrompt, u.PaidCompletion = u.PromptTokens, u.CompletionTokens
	}
	return report, nil
}

func (j *Jobs) wantGists(ctx context.Context, documents []graph.ID, preset string) error {
	return ingest.InStage(ctx, ingest.StageWrite, func(ctx context.Context) error { return j.ws.Store.SetGists(ctx, documents, preset) })
}

// EstimateGists estimates the cost of the gists of documents, without what is journalled.
func EstimateGists(ctx context.Context, store gists.Store, documents []graph.Document, preset string) (gist.Cost, error) {
	var e gist.Cost
	p, err := gist.Parse(preset)
	if err != nil {
		return e, err
	}
	for _, d := range documents {
		words := 0
		for r, err := range graph.ChunkRows(ctx, store.Chunks, d.ID, graph.DefaultLimit) {
			if err != nil {
				return e, err
			}
			words += len(text.Words(r.Text))
		}
		e.Add(p.Estimate(words, d.Tokens))
	}
	return e, nil
}

// withPages returns functions that report progress: update that of a pipeline, and pages the number of pages made after it.
func withPages(progress func(ingest.Progress)) (update func(ingest.Progress), pages func(int)) {
	var mu sync.Mutex
	var latest ingest.Progress
	report := func(change func()) {
		mu.Lock()
		defer mu.Unlock()
		change()
		if progress != nil {
			progress(latest)
		}
	}
	return func(now ingest.Progress) { report(func() { latest = now }) },
		func(n int) { report(func() { latest.Pages = max(latest.Pages, int64(n)) }) }
}
