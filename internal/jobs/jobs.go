// Package jobs runs what changes a workspace's documents as durable jobs: request,
// progress and outcome of each are in the store, whatever becomes of the process. A
// command runs its job at once (Ingest, Reextract, RunAgain). A service queues jobs
// (QueueUpload, QueueDelete, QueueReread, QueueGists, QueueImport) which, once Start was called,
// run one at a time in their order.
package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/workspace"
)

// The kinds of jobs: those of commands, and those of the service.
const (
	kindIngest    = "ingest"
	kindRetry     = "retry"
	kindReextract = "reextract"
	kindMakeGists = "make_gists"

	kindUpload = "upload"
	kindDelete = "delete"
	kindImport = "import"
	// kindReread asks the model again for a document's chunks whose replies could not be read.
	kindReread = "reread"
	// kindGists makes gists of documents.
	kindGists = "gists"
)

// Options configure Jobs.
type Options struct {
	// Log gets what the queue does; nil is silent.
	Log *slog.Logger
	// SpoolBytes bounds the uploads of a workspace that wait; 0 is 4 GiB.
	SpoolBytes int64
	// Memory is what the uploads of all workspaces share; nil is unbounded.
	Memory *Memory
}

// Jobs are the jobs of one open workspace. It is safe for concurrent use.
type Jobs struct {
	ws        *workspace.Workspace
	log       *slog.Logger
	spool     spool
	followers followers
	memory    *Memory

	mu sync.Mutex
	// tasks wait in their order; the first runs where cancel is set.
	tasks  []task
	cancel context.CancelCauseFunc
	keys   idempotencyKeys
	// last is the creation time of the latest job: times tell jobs of a kind apart.
	last   time.Time
	closed bool
	// paused starts no more tasks.
	paused bool
	health health

	// stop ends the worker, nil before Start; wake has it look for tasks, ended is closed by it.
	stop  context.CancelFunc
	wake  chan struct{}
	ended chan struct{}
	// pending tells that derived layers wait for a later job; the workspace's writer guards it.
	pending bool
}

// New returns the jobs of an open workspace. Nothing of the queue runs before Start.
func New(ws *workspace.Workspace, o Options) *Jobs {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Jobs{ws: ws, log: o.Log, wake: make(chan struct{}, 1), ended: make(chan struct{}), memory: o.Memory,
		spool: spool{dir: filepath.Join(ws.Config.Folder(), workspace.UploadsFolder), most: cmp.Or(o.SpoolBytes, usualSpool)}}
}

// Job is a job as people see it.
type Job struct {
	ID graph.ID `json:"id"`
	// Kind is upload, delete, import, reread or gists, or that of a command: ingest, retry, reextract, make_gists.
	Kind  string         `json:"kind" enum:"upload|delete|import|reread|gists|ingest|retry|reextract|make_gists"`
	State graph.JobState `json:"state" enum:"queued|running|done|partly|failed|cancelled|interrupted"`
	// Error is what ended a job that failed.
	Error   string    `json:"error"`
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
	// Request is what was asked for, Progress (ingest.Progress) the share done, and Result
	// (ingest.Report) the outcome. A service shows the requests of its own jobs only.
	Request  json.RawMessage `json:"request,omitempty"`
	Progress json.RawMessage `json:"progress,omitempty"`
	Result   json.RawMessage `json:"result,omitempty"`
}

// Over reports whether the job has ended, in success or failure. One that was interrupted
// continues when the service starts again.
func (j Job) Over() bool { return !slices.Contains(graph.Unfinished(), j.State) }

// Listing is a query for jobs, the latest first.
type Listing struct {
	// States are the states of the jobs; empty for all.
	States []graph.JobState
	// After is the last job of the previous page, "" for the first page.
	After graph.ID
	// Limit is the maximum number of jobs.
	Limit int
}

// Page returns the jobs of a listing; fault.NotFound if there is no job After.
func (j *Jobs) Page(ctx context.Context, l Listing) ([]Job, error) {
	q, out := graph.JobsQuery{States: l.States, Limit: l.Limit}, []Job{}
	if slices.Contains(l.States, graph.JobInterrupted) { // people see some that are stored as running so
		q.States = append(slices.Clone(l.States), graph.JobRunning)
	}
	if l.After != "" {
		last, err := j.stored(ctx, l.After)
		if err != nil {
			return nil, err
		}
		q.After = &last
	}
	for {
		rows, err := j.ws.Store.Jobs(ctx, q)
		if err != nil {
			return nil, err
		}
		// The state that people see is not always the stored one; see view.
		for _, r := range rows {
			v := j.view(r)
			if len(l.States) > 0 && !slices.Contains(l.States, v.State) {
				continue
			}
			if out = append(out, v); len(out) == l.Limit {
				return out, nil
			}
		}
		if len(rows) < q.Limit {
			return out, nil
		}
		q.After = &rows[len(rows)-1]
	}
}

// Get returns one job; fault.NotFound where there is none.
func (j *Jobs) Get(ctx context.Context, id graph.ID) (Job, error) {
	stored, err := j.stored(ctx, id)
	if err != nil {
		return Job{}, err
	}
	return j.view(stored), nil
}

func (j *Jobs) stored(ctx context.Context, id graph.ID) (graph.Job, error) {
	rows, err := j.ws.Store.Jobs(ctx, graph.JobsQuery{ID: id, Limit: 1})
	if err == nil && (len(rows) == 0 || id == "") {
		err = fault.New(fault.NotFound, "jobs.Get", string(id), "there is no such job", "`grove jobs list`, or GET jobs, lists them")
	}
	if err != nil {
		return graph.Job{}, err
	}
	return rows[0], nil
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

// shownQuarantined is how many quarantined chunks Quarantined returns at most.
const shownQuarantined = 100

// Quarantined returns the workspace's first 100 chunks that wait for a retry.
func (j *Jobs) Quarantined(ctx context.Context) ([]QuarantinedChunk, error) {
	rows, err := j.ws.Store.Quarantined(ctx, graph.QuarantinedQuery{Limit: shownQuarantined})
	return lists.Map(rows, func(r graph.QuarantinedRow) QuarantinedChunk {
		return QuarantinedChunk{r.Chunk, r.Source, r.Index, r.Attempts, r.Error, r.Raw}
	}), err
}

// view is a stored job as people see it: without the names of spooled files and the Idempotency-Key
// of one client. A service leaves out the paths of files too.
func (j *Jobs) view(r graph.Job) Job {
	if r.State == graph.JobRunning && time.Since(r.Updated) > staleAfter {
		r.State = graph.JobInterrupted
	}
	out := Job{ID: r.ID, Kind: r.Kind, State: r.State, Error: r.Error, Created: r.Created, Updated: r.Updated,
		Request: raw(r.Request), Progress: raw(r.Progress), Result: raw(r.Result)}
	if j.stop != nil {
		out.Error, out.Result, out.Request = j.withoutPaths(r.Error), raw(j.withoutPaths(r.Result)), nil
	}
	if t, err := taskOf(r); err == nil && Queued(r) {
		t.order.IdempotencyKey, t.order.File, t.order.Crashes = "", "", 0
		for i := range t.order.More {
			t.order.More[i].File = ""
		}
		if shown, err := json.Marshal(t.order); err == nil {
			out.Request = shown
		}
	}
	return out
}

// raw is stored JSON, or nothing.
func raw(s string) json.RawMessage {
	if !json.Valid([]byte(s)) {
		return nil
	}
	return json.RawMessage(s)
}

func (j *Jobs) withoutPaths(text string) string {
	folder, err := filepath.Abs(j.ws.Config.Folder())
	if err != nil {
		return text
	}
	return strings.ReplaceAll(text, folder+string(filepath.Separator), "")
}

// put writes a job, and notifies its followers.
func (j *Jobs) put(ctx context.Context, r graph.Job) error {
	if err := j.ws.Store.PutJob(ctx, r); err != nil {
		return err
	}
	j.followers.notify(r)
	return nil
}

// putCancelled writes a job as cancelled.
func (j *Jobs) putCancelled(ctx context.Context, r graph.Job) error {
	r.State, r.Updated = graph.JobCancelled, now()
	return j.put(ctx, r)
}

// now is the time to the millisecond, as jobs carry it.
func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }
