package jobs

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"grove/ingest"
	"grove/ingest/refresh"
	"grove/internal/exchange"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lookup"
)

// loop runs tasks until its context ends.
func (j *Jobs) loop(ctx context.Context) {
	defer close(j.ended)
	tries, refreshes := 0, 0 // in a row
	for ctx.Err() == nil {
		inside, t, ok := j.begin(ctx)
		if !ok {
			var again <-chan time.Time
			if refreshes++; fault.Is(j.refreshPending(ctx), fault.Unavailable) && refreshes < mostTries {
				again = time.After(delay(refreshes))
			} else {
				refreshes = 0
			}
			select {
			case <-ctx.Done():
			case <-j.wake:
			case <-again:
			}
			continue
		}
		why, retry := errors.AsType[retryable](j.perform(inside, t))
		if !retry {
			j.finish(ctx, nil)
			tries = 0
			continue
		}
		if j.finish(ctx, &why) {
			tries = 0
			continue
		}
		tries++
		pause(ctx, tries)
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

// finish removes the first task, or retains it if it is to be tried again, and reports whether it was removed. One that was
// cancelled after its try had ended is removed, and stored as cancelled where the store has it as unfinished; if the store is
// unavailable it is retained for that.
func (j *Jobs) finish(ctx context.Context, again *retryable) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.cancel(nil)
	j.cancel = nil
	if again != nil && j.tasks[0].cancelling {
		ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), lastWrite)
		defer stop()
		row, err := j.stored(ctx, j.tasks[0].job.ID)
		if err == nil && slices.Contains(graph.Unfinished(), row.State) {
			err = j.putCancelled(ctx, j.tasks[0].job)
		}
		if err != nil && !fault.Is(err, fault.NotFound) {
			return false
		}
		again = nil
	}
	switch {
	case again == nil:
		j.tasks = slices.Delete(j.tasks, 0, 1)
	case !again.outage:
		j.tasks[0].tries++
	}
	return again == nil
}

// perform runs one task as a job; its error is retryable where the task is to be tried again.
func (j *Jobs) perform(ctx context.Context, t task) error {
	if t.cancelling { // only that is still to be stored
		return retryable{fault.New(fault.Canceled, "jobs.perform", string(t.job.ID), "the job was cancelled", ""), true}
	}
	// A job that waits for memory is queued still: a crash is not counted against it.
	// One during which a process crashed runs alone, so that a second crash is its own.
	if j.memory != nil && (extracts(t.job.Kind) || t.order.Crashes > 0) {
		bytes := int64(0)
		for _, file := range t.order.files() {
			bytes += j.spool.size(file)
		}
		if t.order.Crashes > 0 {
			bytes = j.memory.most
		}
		release, err := j.memory.admit(ctx, bytes)
		if err != nil {
			return retryable{err, true}
		}
		defer release()
	}
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
	if t.job.Kind == kindImport { // an export has its derived layers
		return j.importSpooled(ctx, t.order, progress)
	}
	// Whatever ends the work from here on, a refresh makes up for it.
	pending := j.pending
	j.pending = true
	p := j.ws.Pipeline()
	update, onPages := withPages(progress)
	p.Progress = update
	var report ingest.Report
	switch t.job.Kind {
	case kindDelete:
		// Its refresh computes no vectors: what earlier jobs left is still to be done.
		report, err = j.deleteOne(ctx, t.order.Document)
		j.pending = pending || err != nil
		return report, err
	case kindGists:
		report.Model = j.ws.Client.ModelName()
		err = j.wantGists(ctx, t.order.Documents, t.order.Gists)
	case kindReread:
		report, err = p.Retry(ctx, t.order.Document)
	default:
		report, err = j.ingestSpooled(ctx, p, t.order)
	}
	if err != nil {
		return report, err
	}
	if j.more() { // the last job refreshes
		return report, nil
	}
	err = j.ws.RefreshAfter(ctx, &report, t.order.bounds(), onPages)
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
	if state, _ := outcome(report, nil, nil); state == graph.JobDone {
		if err := j.dropFiles(t.order); err != nil {
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

// ingestSpooled reads spooled files into the graph.
func (j *Jobs) ingestSpooled(ctx context.Context, p *ingest.Pipeline, o order) (ingest.Report, error) {
	p.Tags, p.Replace, p.Reread = o.Tags, o.Replace, o.Reread
	report, err := p.Run(ctx, j.spool.recordsOf(o))
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

// refreshPending brings the derived layers up to date if a job or a change left that to do.
// After a failure it is still to be done.
func (j *Jobs) refreshPending(ctx context.Context) (err error) {
	release, err := j.ws.AcquireWriter(ctx)
	if err != nil {
		return err
	}
	defer release()
	j.mu.Lock()
	paused := j.paused
	j.mu.Unlock()
	if !j.pending || paused {
		return nil
	}
	defer func() {
		if err != nil {
			j.log.Warn("the derived layers are older than the graph", "error", err.Error())
		}
	}()
	defer fault.Recover(ctx, &err, "jobs.refresh", "")
	_, err = j.ws.Refresh(ctx, refresh.Options{Texts: true})
	j.pending = err != nil
	return err
}

const (
	// mostTries is how often a job is tried while something that it needs, such as the
	// model's endpoint, cannot be reached. While the store cannot, it is always tried again.
	mostTries = 3
	// firstPause is the pause before a job is tried again; each is twice the last one,
	// mostPause at most.
	firstPause = 250 * time.Millisecond
	mostPause  = 30 * time.Second
	// unhealthyAfter is how many jobs, or tries of one while the store is away, have to
	// fail in a row, by no fault of their own, before ingestion counts as failing.
	unhealthyAfter = 3
	// unhealthyFor is how long it counts so after the last one: without new jobs nobody
	// would find out that the cause is gone.
	unhealthyFor = time.Minute
)

// retryable is the failure of a job that is tried again; outage tells that the store is
// unavailable.
type retryable struct {
	error
	outage bool
}

// Unwrap gives the failure itself.
func (r retryable) Unwrap() error { return r.error }

// asRetryable makes the failure of a job's work one after which it is tried again, where
// that is no fault of the job's own.
func (j *Jobs) asRetryable(ctx context.Context, t task, err error) error {
	if !fault.Is(err, fault.Unavailable) || ctx.Err() != nil {
		return err
	}
	if _, away := j.stored(ctx, t.job.ID); fault.Is(away, fault.Unavailable) {
		return retryable{err, true}
	}
	if t.tries+1 < mostTries {
		return retryable{err, false}
	}
	return err
}

// delay is the pause before the nth further try in a row, n from 1.
func delay(n int) time.Duration { return min(firstPause<<min(n-1, 16), mostPause) }

// pause waits before a job is tried again, for the nth time in a row.
func pause(ctx context.Context, n int) {
	select {
	case <-ctx.Done():
	case <-time.After(delay(n)):
	}
}

// health is how the last jobs of the queue ended.
type health struct {
	failures int
	last     time.Time
	err      error
}

// noteOutcome notes how a job ended. What is wrong with its document says nothing of the
// service; neither does a job that was cancelled.
func (j *Jobs) noteOutcome(err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	switch fault.KindOf(err) {
	case fault.Canceled:
	case fault.Unavailable, fault.Corrupt, fault.Internal:
		j.health = health{j.health.failures + 1, time.Now(), err}
	default:
		j.health = health{}
	}
}

// Failing returns why jobs fail, at a time; nil where they do not.
func (j *Jobs) Failing(at time.Time) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.health.failures < unhealthyAfter || at.Sub(j.health.last) > unhealthyFor {
		return nil
	}
	return j.health.err
}
