package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/telemetry"
)

const (
	// heartbeat is how often a running job writes its progress.
	heartbeat = time.Second
	// staleAfter is how long after its last heartbeat a running job counts as interrupted.
	staleAfter = 15 * time.Second
	// lastWrite is how long the outcome of a job may take to write.
	lastWrite = 5 * time.Second
	// cancelFile, in the workspace's folder, names the job to cancel.
	cancelFile = "cancel"
	// endedFile, in the workspace's folder, names the last job whose end could not be stored.
	endedFile = "ended"
)

// errCancelled ends a job that was cancelled.
var errCancelled = errors.New("the job was cancelled")

// work is what a job does; it calls progress as it advances.
type work func(ctx context.Context, progress func(ingest.Progress)) (ingest.Report, error)

// runNow runs the job of a command.
func (j *Jobs) runNow(ctx context.Context, kind string, request any, progress func(ingest.Progress), do work) (ingest.Report, error) {
	if err := j.closeStale(ctx); err != nil {
		return ingest.Report{}, err
	}
	body, err := json.Marshal(request)
	if err != nil {
		return ingest.Report{}, fault.Wrap(err, "jobs.run", kind)
	}
	created := now()
	return j.run(ctx, graph.Job{ID: graph.JobID(kind, created), Kind: kind, Request: string(body), Created: created}, progress, do)
}

// run runs a job from its beginning. A panic of its work fails the job.
func (j *Jobs) run(ctx context.Context, r graph.Job, progress func(ingest.Progress), do work) (report ingest.Report, err error) {
	defer fault.Recover(ctx, &err, "jobs.run", string(r.ID))
	countJobs(1)
	defer countJobs(-1)
	started := time.Now()
	if err := os.Remove(j.endedPath()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return ingest.Report{}, fault.From(fault.Unavailable, "jobs.run", j.endedPath(), err, "the workspace's folder cannot be written")
	}
	r.State, r.Progress, r.Result, r.Error, r.Updated = graph.JobRunning, "{}", "", "", now()
	if err := j.put(ctx, r); err != nil {
		return ingest.Report{}, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex
	var latest ingest.Progress
	beating := make(chan struct{})
	go func() {
		defer close(beating)
		var failed error // logged; the job itself goes on
		defer fault.Recover(ctx, &failed, "jobs.beat", string(r.ID))
		j.beat(ctx, r, cancel, func() ingest.Progress {
			mu.Lock()
			defer mu.Unlock()
			return latest
		})
	}()
	// A file over which the work panics must not do so again in the next process: the
	// job fails.
	func() {
		defer fault.Recover(ctx, &err, "jobs.run", string(r.ID))
		report, err = do(ctx, func(p ingest.Progress) {
			mu.Lock()
			latest = p
			mu.Unlock()
			if progress != nil {
				progress(p)
			}
		})
	}()
	cause := context.Cause(ctx)
	cancel(nil)
	<-beating
	report.Job, report.Ms = r.ID, time.Since(started).Milliseconds() // all of it, not the pipeline's part alone
	r.State, r.Error = outcome(report, err, cause)
	r.Progress = progressJSON(latest)
	return report, j.end(ctx, r, report, err, cause)
}

// end writes the outcome of a job, and gives the error that it ends with.
func (j *Jobs) end(ctx context.Context, r graph.Job, report ingest.Report, err, cause error) error {
	report.Errors, report.SkippedFiles = append([]ingest.ItemError{}, report.Errors...),
		append([]ingest.SkippedFile{}, report.SkippedFiles...)
	if result, marshalErr := json.Marshal(report); marshalErr == nil {
		r.Result = string(result)
	}
	r.Updated = now()
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), lastWrite)
	defer stop()
	// Where the work failed, its error says more than that of a store which is gone:
	// the job then stays "running" and counts as interrupted.
	putErr := j.put(ctx, r)
	if putErr != nil {
		if err := os.WriteFile(j.endedPath(), []byte(r.ID), 0o600); err != nil {
			j.log.WarnContext(ctx, "the end of a job will count as a crash", "job", string(r.ID), "error", err.Error())
		}
	}
	err = cmp.Or(err, putErr)
	if errors.Is(cause, errCancelled) {
		err = fault.New(fault.Canceled, "jobs.run", string(r.ID), "the job was cancelled", "what was done is kept: ingest again to go on")
	}
	return err
}

// outcome is the state in which a job ended, and why.
func outcome(r ingest.Report, err, cause error) (graph.JobState, string) {
	switch {
	case errors.Is(cause, errCancelled):
		return graph.JobCancelled, ""
	case fault.Is(err, fault.Canceled):
		return graph.JobInterrupted, ""
	case errors.As(err, new(retryable)):
		return graph.JobQueued, fault.Brief(err)
	case err != nil:
		return graph.JobFailed, fault.Brief(err)
	case r.Stopped != nil:
		return graph.JobPartly, r.Stopped.Message
	case r.Documents.Failed > 0 && r.Documents.Done() == 0:
		return graph.JobFailed, r.Errors[0].Message
	case r.Documents.Failed > 0 || r.Quarantined > 0:
		return graph.JobPartly, ""
	}
	return graph.JobDone, ""
}

// beat writes the job's progress until its context ends, and cancels the job where the
// cancel file names it.
func (j *Jobs) beat(ctx context.Context, r graph.Job, cancel context.CancelCauseFunc, progress func() ingest.Progress) {
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		adjustCollector()
		if named, err := os.ReadFile(j.cancelPath()); err == nil && strings.TrimSpace(string(named)) == string(r.ID) {
			cancel(errCancelled)
			// The file is spent; one that cannot be removed names a job that is over.
			_ = os.Remove(j.cancelPath())
			return
		}
		r.Progress, r.Updated = progressJSON(progress()), now()
		// A store that is gone ends the work itself; the next beat tries again.
		_ = j.put(ctx, r)
	}
}

func progressJSON(p ingest.Progress) string {
	raw, err := json.Marshal(p)
	if err != nil {
		return "{}"
	}
	return string(raw)
}

func (j *Jobs) endedPath() string { return filepath.Join(j.ws.Config.Folder(), endedFile) }

func (j *Jobs) cancelPath() string { return filepath.Join(j.ws.Config.Folder(), cancelFile) }

// observe reports a job to the workspace's observer: its context names it in the log and
// in spans, and ended counts it.
func (j *Jobs) observe(ctx context.Context, r graph.Job) (inside context.Context, ended func(ingest.Report, error)) {
	o := j.ws.Observer
	if o == nil {
		return ctx, func(ingest.Report, error) {}
	}
	started := time.Now()
	named := []slog.Attr{slog.String("workspace", j.ws.Config.Workspace), slog.String("job", string(r.ID))}
	inside, end := o.Tracing.Start(telemetry.With(ctx, named...), "job "+r.Kind, named...)
	return inside, func(report ingest.Report, err error) {
		end(err)
		state, _ := outcome(report, err, context.Cause(ctx))
		if state == graph.JobQueued {
			return // it is tried again
		}
		o.Metrics.Job(r.Kind, string(state), time.Since(started))
		o.Metrics.Written(report.Documents.New+report.Documents.Replaced, report.Chunks, report.Facts)
	}
}
