package app

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/graph"
)

const (
	// heartbeat is how often a job tells how far it is.
	heartbeat = time.Second
	// staleAfter is how long after its last word a running job counts as interrupted.
	staleAfter = 15 * time.Second
	// lastWord is how long the end of a job may take to write.
	lastWord = 5 * time.Second
	// cancelFile, in the workspace's folder, names the job that is to end.
	cancelFile = "cancel"
)

// errCancelled ends a job that `jobs cancel` named.
var errCancelled = errors.New("the job was cancelled")

// job runs an ingest as a durable job: its request, how far it is, and what
// came of it are in the store, whatever becomes of the process.
func (a *App) job(ctx context.Context, kind string, request any, told func(ingest.Progress), work func(context.Context, func(ingest.Progress)) (ingest.Report, error)) (ingest.Report, error) {
	if err := a.closeStaleJobs(ctx); err != nil {
		return ingest.Report{}, err
	}
	asked, err := json.Marshal(request)
	if err != nil {
		return ingest.Report{}, fault.Wrap(err, "app.job", kind)
	}
	now := time.Now().UTC().Truncate(time.Millisecond)
	return a.carryOut(ctx, graph.Job{ID: graph.JobID(kind, now), Kind: kind, Request: string(asked), Created: now}, told, work)
}

// carryOut runs a job from its beginning.
func (a *App) carryOut(ctx context.Context, j graph.Job, told func(ingest.Progress),
	work func(context.Context, func(ingest.Progress)) (ingest.Report, error)) (report ingest.Report, err error) {
	defer fault.Recover(ctx, &err, "app.carryOut", string(j.ID))
	started := time.Now()
	j.State, j.Progress, j.Result, j.Error, j.Updated = graph.JobRunning, "{}", "", "", time.Now().UTC().Truncate(time.Millisecond)
	if err := a.putJob(ctx, j); err != nil {
		return ingest.Report{}, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex
	var latest ingest.Progress
	beat := make(chan struct{})
	go func() {
		defer close(beat)
		var failed error // logged; the job itself goes on
		defer fault.Recover(ctx, &failed, "app.beat", string(j.ID))
		a.beat(ctx, j, cancel, func() ingest.Progress {
			mu.Lock()
			defer mu.Unlock()
			return latest
		})
	}()
	// A file over which the work panics must not do so again in the next process: the
	// job fails.
	func() {
		defer fault.Recover(ctx, &err, "app.carryOut", string(j.ID))
		report, err = work(ctx, func(p ingest.Progress) {
			mu.Lock()
			latest = p
			mu.Unlock()
			if told != nil {
				told(p)
			}
		})
	}()
	cause := context.Cause(ctx)
	cancel(nil)
	<-beat
	report.Job, report.Ms = j.ID, milliseconds(started) // all of it, not the pipeline's part alone
	j.State, j.Error = outcome(report, err, cause)
	if result, marshalErr := json.Marshal(report); marshalErr == nil {
		j.Result = string(result)
	}
	j.Progress, j.Updated = progressJSON(latest), time.Now().UTC().Truncate(time.Millisecond)
	end, stop := context.WithTimeout(context.WithoutCancel(ctx), lastWord)
	defer stop()
	// Where the work failed, its error says more than that of a store which is gone:
	// the job then stays "running" and counts as interrupted.
	if putErr := a.putJob(end, j); err == nil {
		err = putErr
	}
	if errors.Is(cause, errCancelled) {
		err = fault.New(fault.Canceled, "app.job", string(j.ID), "the job was cancelled", "what was done is kept: ingest again to go on")
	}
	return report, err
}

// outcome is how a job ended, and why.
func outcome(r ingest.Report, err, cause error) (graph.JobState, string) {
	switch {
	case errors.Is(cause, errCancelled):
		return graph.JobCancelled, ""
	case fault.Is(err, fault.Canceled):
		return graph.JobInterrupted, ""
	case errors.As(err, new(again)):
		return graph.JobQueued, fault.Brief(err)
	case err != nil:
		return graph.JobFailed, fault.Brief(err)
	case r.Stopped != nil:
		return graph.JobPartly, r.Stopped.Message
	case r.Documents.Failed > 0 && r.Documents.New+r.Documents.Unchanged+r.Documents.Replaced == 0:
		return graph.JobFailed, r.Errors[0].Message
	case r.Documents.Failed > 0 || r.Quarantined > 0:
		return graph.JobPartly, ""
	}
	return graph.JobDone, ""
}

// beat writes how far the job is until its context ends, and ends it where
// `jobs cancel` asks for it.
func (a *App) beat(ctx context.Context, j graph.Job, cancel context.CancelCauseFunc, progress func() ingest.Progress) {
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if named, err := os.ReadFile(a.cancelPath()); err == nil && strings.TrimSpace(string(named)) == string(j.ID) {
			cancel(errCancelled)
			// The file is spent; one that cannot be removed names a job that is over.
			_ = os.Remove(a.cancelPath())
			return
		}
		j.Progress, j.Updated = progressJSON(progress()), time.Now().UTC().Truncate(time.Millisecond)
		// A store that is gone ends the work itself; the next beat tries again.
		_ = a.putJob(ctx, j)
	}
}

func progressJSON(p ingest.Progress) string {
	raw, err := json.Marshal(p)
	if err != nil {
		return "{}"
	}
	return string(raw)
}

func (a *App) cancelPath() string { return filepath.Join(a.config.Folder(), cancelFile) }

// closeStaleJobs marks the jobs that a dead process left running: whoever holds
// the workspace knows that no other works on it.
func (a *App) closeStaleJobs(ctx context.Context) error {
	jobs, err := a.store.Jobs(ctx, graph.JobsQuery{})
	if err != nil {
		return err
	}
	for _, j := range jobs {
		if j.State == graph.JobRunning {
			j.State = graph.JobInterrupted
			if err := a.putJob(ctx, j); err != nil {
				return err
			}
		}
	}
	return nil
}

// JobView is a job as people see it.
type JobView struct {
	graph.Job
	Request  json.RawMessage `json:"request,omitempty"`
	Progress json.RawMessage `json:"progress,omitempty"`
	Result   json.RawMessage `json:"result,omitempty"`
	// Quarantined are the workspace's chunks whose replies could not be read; only
	// of a single job.
	Quarantined []QuarantinedChunk `json:"quarantined,omitempty"`
}

// QuarantinedChunk is a chunk whose replies could not be read.
type QuarantinedChunk struct {
	Chunk    graph.ID `json:"chunk"`
	Source   string   `json:"source"`
	Index    int      `json:"index"`
	Attempts int      `json:"attempts"`
	Error    string   `json:"error"`
	Raw      string   `json:"raw"`
}

// Jobs lists the latest jobs, at most so many.
func (a *App) Jobs(ctx context.Context, limit int) ([]JobView, error) {
	jobs, err := a.store.Jobs(ctx, graph.JobsQuery{Limit: limit})
	if err != nil {
		return nil, err
	}
	out := make([]JobView, len(jobs))
	for i, j := range jobs {
		out[i] = viewOf(j)
	}
	return out, nil
}

func viewOf(j graph.Job) JobView {
	if j.State == graph.JobRunning && time.Since(j.Updated) > staleAfter {
		j.State = graph.JobInterrupted
	}
	return JobView{Job: j, Request: raw(j.Request), Progress: raw(j.Progress), Result: raw(j.Result)}
}

// raw is stored JSON, or nothing.
func raw(s string) json.RawMessage {
	if !json.Valid([]byte(s)) {
		return nil
	}
	return json.RawMessage(s)
}

// shownQuarantined is how many quarantined chunks a job shows.
const shownQuarantined = 100

// Job gives one job, and the chunks that wait for a retry.
func (a *App) Job(ctx context.Context, id graph.ID) (JobView, error) {
	jobs, err := a.store.Jobs(ctx, graph.JobsQuery{ID: id, Limit: 1})
	if err != nil {
		return JobView{}, err
	}
	if len(jobs) == 0 {
		return JobView{}, fault.New(fault.NotFound, "app.Job", string(id), "there is no such job", "`grove jobs list` has them")
	}
	v := viewOf(jobs[0])
	rows, err := a.store.Quarantined(ctx, graph.QuarantinedQuery{Limit: shownQuarantined})
	for _, r := range rows {
		v.Quarantined = append(v.Quarantined, QuarantinedChunk{r.Chunk, r.Source, r.Index, r.Attempts, r.Error, r.Raw})
	}
	return v, err
}

// The kinds of jobs.
const (
	jobIngest = "ingest"
	jobRetry  = "retry"
	// jobReextract asks anew for every chunk.
	jobReextract = "reextract"
)
