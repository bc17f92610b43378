package app

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

// run carries out tasks until its context ends.
func (q *queue) run(ctx context.Context) {
	defer close(q.over)
	tried := 0 // in a row
	for ctx.Err() == nil {
		if t, ok := q.begin(ctx); ok {
			if why, ok := errors.AsType[again](q.carryOut(t.ctx, t.task)); ok {
				q.keep(why)
				tried++
				rest(ctx, tried)
				continue
			}
			q.finish()
			tried = 0
			continue
		}
		q.settle(ctx)
		select {
		case <-ctx.Done():
		case <-q.wake:
		}
	}
}

// begun is a task with the context that ends it.
type begun struct {
	task
	ctx context.Context
}

// begin takes the first task up.
func (q *queue) begin(ctx context.Context) (begun, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.paused || len(q.tasks) == 0 {
		return begun{}, false
	}
	ctx, q.cancel = context.WithCancelCause(ctx)
	return begun{q.tasks[0], ctx}, true
}

// finish takes the first task off.
func (q *queue) finish() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.cancel(nil)
	q.cancel = nil
	q.tasks = slices.Delete(q.tasks, 0, 1)
}

// carryOut does one task as a job; its error is an again where the task is to be kept.
func (q *queue) carryOut(ctx context.Context, t task) error {
	log := q.log.With("job", string(t.job.ID), "kind", t.job.Kind)
	log.Info("job started")
	ctx, ended := observeJob(ctx, q.app.Workspace, t.job)
	failed := false
	report, err := q.app.carryOut(ctx, t.job, nil, func(ctx context.Context, told func(ingest.Progress)) (ingest.Report, error) {
		report, err := q.work(ctx, t, told)
		failed = err != nil
		return report, q.forgive(ctx, t, err)
	})
	if fault.Is(err, fault.Unavailable) && !failed {
		err = again{err, true} // the store could not be told of the job
	}
	ended(report, err)
	q.judgeTry(err)
	q.conclude(log, t, report, err)
	return err
}

// work does what a task asks for, while nobody else writes.
func (q *queue) work(ctx context.Context, t task, told func(ingest.Progress)) (report ingest.Report, err error) {
	release, err := q.app.AcquireWriter(ctx)
	if err != nil {
		return ingest.Report{}, err
	}
	defer release()
	if err := q.checkUpload(t); err != nil {
		return ingest.Report{}, err
	}
	switch t.job.Kind {
	case jobDelete:
		return q.remove(ctx, t.order.Document)
	case jobImport:
		return q.importing(ctx, t.order, told)
	case jobReread:
		return q.reread(ctx, t.order.Document, told)
	}
	return q.ingest(ctx, t.order, told)
}

// conclude logs how a try of a job ended, and drops the upload of one that is done.
func (q *queue) conclude(log *slog.Logger, t task, report ingest.Report, err error) {
	switch {
	case fault.Is(err, fault.Canceled):
		log.Info("job interrupted or cancelled")
		return
	case errors.As(err, new(again)):
		log.Warn("job waits", "code", string(fault.KindOf(err)), "error", err.Error())
		return
	case err != nil:
		log.Error("job ended", "code", string(fault.KindOf(err)), "error", err.Error())
		return
	}
	if state, _ := outcome(report, nil, nil); state == graph.JobDone && t.order.File != "" {
		if err := q.app.spool().drop(t.order.File); err != nil {
			log.Warn("an upload stays on the disk", "error", err.Error())
		}
	}
	log.Info("job ended", "documents", report.Documents, "ms", report.Ms)
}

// remove deletes a document; one that is gone already is no failure.
func (q *queue) remove(ctx context.Context, id graph.ID) (ingest.Report, error) {
	gone, err := q.app.Delete(ctx, lookup.Selector{IDs: []string{string(id)}})
	if fault.Is(err, fault.NotFound) {
		return ingest.Report{}, nil
	}
	if gone.Unnamed != "" {
		q.log.Warn("new communities are called by their keywords", "error", gone.Unnamed)
	}
	return ingest.Report{Usage: gone.Usage, Model: q.app.client.ModelName()}, err
}

// ingest reads a spooled file into the graph. Communities wait for the last job.
func (q *queue) ingest(ctx context.Context, o order, told func(ingest.Progress)) (ingest.Report, error) {
	p := q.app.pipeline()
	p.Tags, p.Replace, p.Progress = o.Tags, o.Replace, told
	report, err := p.Run(ctx, q.app.spool().records(o.File, o.Source))
	if err == nil && o.Again {
		var again ingest.Report
		again, err = p.Retry(ctx)
		report.Merge(again)
	}
	if err != nil {
		return report, err
	}
	return q.grow(ctx, report)
}

// grow brings what follows from the graph up to date, unless a later job will.
func (q *queue) grow(ctx context.Context, report ingest.Report) (ingest.Report, error) {
	q.owed = true
	if q.more() {
		return report, nil
	}
	err := q.app.RefreshAfter(ctx, &report, llm.Bounds{})
	q.owed = err != nil
	return report, err
}

// reread asks anew for the chunks of a document whose replies could not be read.
func (q *queue) reread(ctx context.Context, id graph.ID, told func(ingest.Progress)) (ingest.Report, error) {
	p := q.app.pipeline()
	p.Progress = told
	report, err := p.Retry(ctx, id)
	if err != nil {
		return report, err
	}
	return q.grow(ctx, report)
}

// importing reads a spooled export.
func (q *queue) importing(ctx context.Context, o order, told func(ingest.Progress)) (ingest.Report, error) {
	f, err := q.app.spool().open(o.File)
	if err != nil {
		return ingest.Report{}, err
	}
	defer f.Close() // It was only read.
	brought, err := q.app.Import(ctx, f, func(p exchange.ImportProgress) {
		told(ingest.Progress{Documents: int64(p.Documents), Read: share(p.Documents, p.Of)})
	})
	return ingest.Report{Documents: ingest.DocumentCounts{New: brought.Documents}, Chunks: brought.Chunks, Facts: brought.Facts, KeyElements: brought.KeyElements,
		Triples: brought.Triples, Attributes: brought.Attributes, Communities: brought.Communities, Ms: brought.Ms}, err
}

// share is a part of a whole, 0 of nothing.
func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// more tells whether tasks wait behind the one that runs.
func (q *queue) more() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.tasks) > 1
}

// settle brings the communities up to date where the job that should have was ended.
func (q *queue) settle(ctx context.Context) {
	release, err := q.app.AcquireWriter(ctx)
	if err != nil {
		return
	}
	defer release()
	if !q.owed || q.pausing() {
		return
	}
	q.owed = false
	refreshAll := func() (err error) {
		defer fault.Recover(ctx, &err, "app.settle", "")
		_, err = q.app.Refresh(ctx, refresh.Options{Texts: true})
		return err
	}
	if err := refreshAll(); err != nil {
		q.log.Warn("the communities are older than the graph", "error", err.Error())
	}
}
