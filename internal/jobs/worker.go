package jobs

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"grove/ingest"
	"grove/ingest/refresh"
	"grove/internal/exchange"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/lookup"
)

// loop runs tasks until its context ends.
func (j *Jobs) loop(ctx context.Context) {
	defer close(j.ended)
	tries := 0 // in a row
	for ctx.Err() == nil {
		inside, t, ok := j.begin(ctx)
		if !ok {
			j.refreshPending(ctx)
			select {
			case <-ctx.Done():
			case <-j.wake:
			}
			continue
		}
		if why, ok := errors.AsType[retryable](j.perform(inside, t)); ok {
			j.finish(&why)
			tries++
			pause(ctx, tries)
			continue
		}
		j.finish(nil)
		tries = 0
	}
}

// begin takes the first task up, with the context that ends it.
func (j *Jobs) begin(ctx context.Context) (context.Context, task, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.paused || len(j.tasks) == 0 {
		return nil, task{}, false
	}
	ctx, j.cancel = context.WithCancelCause(ctx)
	return ctx, j.tasks[0], true
}

// finish takes the first task off, or leaves it where it is to be tried again.
func (j *Jobs) finish(again *retryable) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.cancel(nil)
	j.cancel = nil
	switch {
	case again == nil:
		j.tasks = slices.Delete(j.tasks, 0, 1)
	case !again.outage:
		j.tasks[0].tries++
	}
}

// perform runs one task as a job; its error is retryable where the task is to be tried again.
func (j *Jobs) perform(ctx context.Context, t task) error {
	log := j.log.With("job", string(t.job.ID), "kind", t.job.Kind)
	log.Info("job started")
	ctx, ended := j.observe(ctx, t.job)
	failed := false
	report, err := j.run(ctx, t.job, nil, func(ctx context.Context, progress func(ingest.Progress)) (ingest.Report, error) {
		report, err := j.carryOut(ctx, t, progress)
		failed = err != nil
		return report, j.asRetryable(ctx, t, err)
	})
	if fault.Is(err, fault.Unavailable) && !failed {
		err = retryable{err, true} // the store could not be told of the job
	}
	ended(report, err)
	// While the store is away every try counts, else the last one.
	if why, ok := errors.AsType[retryable](err); !ok || why.outage {
		j.noteOutcome(err)
	}
	j.conclude(log, t, report, err)
	return err
}

// carryOut does what a task asks for, while nobody else writes.
func (j *Jobs) carryOut(ctx context.Context, t task, progress func(ingest.Progress)) (ingest.Report, error) {
	release, err := j.ws.AcquireWriter(ctx)
	if err != nil {
		return ingest.Report{}, err
	}
	defer release()
	if err := j.checkUpload(t); err != nil {
		return ingest.Report{}, err
	}
	p := j.ws.Pipeline()
	p.Progress = progress
	var report ingest.Report
	switch t.job.Kind {
	case kindDelete:
		return j.deleteOne(ctx, t.order.Document)
	case kindImport:
		return j.importSpooled(ctx, t.order, progress)
	case kindReread:
		report, err = p.Retry(ctx, t.order.Document)
	default:
		report, err = j.ingestSpooled(ctx, p, t.order)
	}
	if err != nil {
		return report, err
	}
	// The derived layers wait for the last job.
	if j.pending = true; j.more() {
		return report, nil
	}
	err = j.ws.RefreshAfter(ctx, &report, llm.Bounds{})
	j.pending = err != nil
	return report, err
}

// conclude logs how a try of a job ended, and drops the upload of one that is done.
func (j *Jobs) conclude(log *slog.Logger, t task, report ingest.Report, err error) {
	switch {
	case fault.Is(err, fault.Canceled):
		log.Info("job interrupted or cancelled")
		return
	case errors.As(err, new(retryable)):
		log.Warn("job waits", "code", string(fault.KindOf(err)), "error", err.Error())
		return
	case err != nil:
		log.Error("job ended", "code", string(fault.KindOf(err)), "error", err.Error())
		return
	}
	if state, _ := outcome(report, nil, nil); state == graph.JobDone && t.order.File != "" {
		if err := j.spool.drop(t.order.File); err != nil {
			log.Warn("an upload stays on the disk", "error", err.Error())
		}
	}
	log.Info("job ended", "documents", report.Documents, "ms", report.Ms)
}

// deleteOne deletes a document; one that is gone already is no failure.
func (j *Jobs) deleteOne(ctx context.Context, id graph.ID) (ingest.Report, error) {
	deleted, err := j.Delete(ctx, lookup.Selector{IDs: []string{string(id)}})
	if fault.Is(err, fault.NotFound) {
		return ingest.Report{}, nil
	}
	if deleted.Unnamed != "" {
		j.log.Warn("new communities are called by their keywords", "error", deleted.Unnamed)
	}
	return ingest.Report{Usage: deleted.Usage, Model: j.ws.Client.ModelName()}, err
}

// ingestSpooled reads a spooled file into the graph.
func (j *Jobs) ingestSpooled(ctx context.Context, p *ingest.Pipeline, o order) (ingest.Report, error) {
	p.Tags, p.Replace = o.Tags, o.Replace
	report, err := p.Run(ctx, j.spool.records(o.File, o.Source))
	if err == nil && o.Again {
		var again ingest.Report
		again, err = p.Retry(ctx)
		report.Merge(again)
	}
	return report, err
}

// importSpooled reads a spooled export.
func (j *Jobs) importSpooled(ctx context.Context, o order, progress func(ingest.Progress)) (ingest.Report, error) {
	f, err := j.spool.open(o.File)
	if err != nil {
		return ingest.Report{}, err
	}
	defer f.Close() // It was only read.
	r, err := j.Import(ctx, f, func(p exchange.ImportProgress) {
		progress(ingest.Progress{Documents: int64(p.Documents), Read: float64(p.Documents) / float64(max(p.Of, 1))})
	})
	return ingest.Report{Documents: ingest.DocumentCounts{New: r.Documents}, Chunks: r.Chunks, Facts: r.Facts, KeyElements: r.KeyElements,
		Triples: r.Triples, Attributes: r.Attributes, Communities: r.Communities, Ms: r.Ms}, err
}

// more reports whether tasks wait behind the one that runs.
func (j *Jobs) more() bool {
	waiting, _ := j.Counts()
	return waiting > 0
}

// refreshPending brings the derived layers up to date where the job that should have was
// ended.
func (j *Jobs) refreshPending(ctx context.Context) {
	release, err := j.ws.AcquireWriter(ctx)
	if err != nil {
		return
	}
	defer release()
	j.mu.Lock()
	paused := j.paused
	j.mu.Unlock()
	if !j.pending || paused {
		return
	}
	j.pending = false
	refreshAll := func() (err error) {
		defer fault.Recover(ctx, &err, "jobs.refresh", "")
		_, err = j.ws.Refresh(ctx, refresh.Options{Texts: true})
		return err
	}
	if err := refreshAll(); err != nil {
		j.log.Warn("the communities are older than the graph", "error", err.Error())
	}
}
