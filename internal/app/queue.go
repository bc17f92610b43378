package app

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"sync"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
)

// The kinds of the service's own jobs.
const (
	jobUpload = "upload"
	jobDelete = "delete"
	jobImport = "import"
	// jobReread asks anew for the chunks of a document whose replies could not be read.
	jobReread = "reread"
)

// mostWaiting is how many jobs of a workspace may wait: fewer than one query reads, so
// that the next process finds all of them, beside those that commands left.
const mostWaiting = graph.MaxRows - 1000

// order is what a job of the service is asked to do; its JSON is the job's request.
type order struct {
	// Source names the document of an upload, File the spooled file.
	Source  string   `json:"source,omitempty"`
	File    string   `json:"file,omitempty"`
	Tags    []string `json:"tags,omitempty"`
	Replace bool     `json:"replace,omitempty"`
	// Document is what is deleted, or read again.
	Document graph.ID `json:"document,omitempty"`
	// Key is the Idempotency-Key that it came with.
	Key string `json:"key,omitempty"`
	// Again tells that a job is done again: chunks whose replies could not be read are
	// asked for anew.
	Again bool `json:"again,omitempty"`
}

// same tells whether two orders ask for one thing.
func (o order) same(p order) bool {
	return o.Source == p.Source && content(o.File) == content(p.File) && o.Replace == p.Replace && o.Document == p.Document && slices.Equal(o.Tags, p.Tags)
}

// document is what the order is about: no two orders about one are carried out but
// in their order. Files of several records are about each of them.
func (o order) document() graph.ID {
	if o.Document != "" {
		return o.Document
	}
	return graph.DocumentID(o.Source)
}

// task is a job that waits or runs.
type task struct {
	job   graph.Job
	order order
	// doomed tells that the job runs, and was told to end.
	doomed bool
	// tries is how often it failed because something that it needs was away.
	tries int
}

// queue does the service's jobs on one workspace, one at a time in their order. Jobs
// are in the store before anybody is told of them, so that none is lost.
type queue struct {
	app *App
	log *slog.Logger

	mu sync.Mutex
	// tasks are in their order; the first runs where cancel is set.
	tasks  []task
	cancel context.CancelCauseFunc
	// keyed has the jobs of Idempotency-Keys.
	keyed keyring
	last  time.Time
	wake  chan struct{}
	ended bool
	// paused begins no more tasks; health is how the last ones ended.
	paused bool
	health health

	stop context.CancelFunc
	over chan struct{}
	// owed tells that schema, identities or communities wait for a later job; the
	// writer guards it.
	owed bool
}

// startQueue goes on with the jobs that an earlier process left.
func startQueue(ctx context.Context, a *App, log *slog.Logger) (*queue, error) {
	q := &queue{app: a, log: log, wake: make(chan struct{}, 1), over: make(chan struct{})}
	if err := a.closeStaleJobs(ctx); err != nil {
		return nil, err
	}
	jobs, err := a.store.Jobs(ctx, graph.JobsQuery{Limit: graph.MaxRows})
	if err != nil {
		return nil, err
	}
	left, err := a.store.Jobs(ctx, graph.JobsQuery{Unfinished: true, Limit: graph.MaxRows})
	if err != nil {
		return nil, err
	}
	jobs = append(jobs, left...)
	var needed []string
	slices.SortFunc(jobs, func(x, y graph.Job) int { return cmp.Or(x.Created.Compare(y.Created), cmp.Compare(x.ID, y.ID)) })
	jobs = slices.CompactFunc(jobs, func(x, y graph.Job) bool { return x.ID == y.ID })
	for _, j := range jobs {
		q.last = j.Created
		if !ours(j) {
			continue
		}
		t, err := taskOf(j)
		if err != nil {
			return nil, err
		}
		q.keyed.note(t.order.Key, t)
		if unfinished(j) {
			q.tasks = append(q.tasks, t)
		}
		if j.State != graph.JobDone && t.order.File != "" {
			needed = append(needed, t.order.File)
		}
	}
	if err := a.spool().sweep(needed); err != nil {
		return nil, err
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	q.stop = stop
	go q.run(running)
	return q, nil
}

// ours tells whether a job is the service's own.
func ours(j graph.Job) bool {
	return slices.Contains([]string{jobUpload, jobDelete, jobImport, jobReread}, j.Kind)
}

// unfinished tells whether a job of the service is to be gone on with.
func unfinished(j graph.Job) bool {
	return ours(j) && slices.Contains(graph.Unfinished(), j.State)
}

// checkUpload refuses a task whose upload is gone, be it that its order was blanked by a
// purge or that its file was removed.
func (q *queue) checkUpload(t task) error {
	if t.job.Kind != jobUpload && t.job.Kind != jobImport || !q.app.spool().lacks(t.order.File) {
		return nil
	}
	return fault.New(fault.Conflict, "app.queue", string(t.job.ID), "what was uploaded is no longer there", "upload it again")
}

func taskOf(j graph.Job) (task, error) {
	t := task{job: j}
	if err := json.Unmarshal([]byte(j.Request), &t.order); err != nil {
		return t, &fault.Error{Kind: fault.Corrupt, Op: "app.queue", Item: string(j.ID), Err: err}
	}
	return t, nil
}

// add queues an order, or gives the job that does the same already.
func (q *queue) add(ctx context.Context, kind string, o order) (graph.Job, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if first, known, err := q.repeated(ctx, kind, o); known || err != nil {
		return first, err
	}
	if twin, err := q.twin(kind, o); err != nil || twin != nil {
		if twin == nil {
			return graph.Job{}, err
		}
		q.keyed.note(o.Key, task{job: *twin, order: o})
		return q.current(ctx, *twin)
	}
	request, err := json.Marshal(o)
	if err != nil {
		return graph.Job{}, fault.Wrap(err, "app.queue", kind)
	}
	// Times tell jobs of a kind apart.
	now := time.Now().UTC().Truncate(time.Millisecond)
	if !now.After(q.last) {
		now = q.last.Add(time.Millisecond)
	}
	t := task{job: graph.Job{ID: graph.JobID(kind, now), Kind: kind, Request: string(request), Created: now, Updated: now}, order: o}
	if err := q.enqueue(ctx, t); err != nil {
		return graph.Job{}, err
	}
	q.last = now
	q.keyed.note(o.Key, t)
	return q.tasks[len(q.tasks)-1].job, nil
}

// twin finds what the order comes to where another one about the same document
// waits or runs: the same one, or a refusal.
func (q *queue) twin(kind string, o order) (*graph.Job, error) {
	for _, t := range slices.Backward(q.tasks) {
		switch {
		case t.order.document() != o.document(), t.doomed:
		case t.job.Kind == kind && t.order.same(o):
			return &t.job, nil
		case t.job.Kind == jobUpload && kind == jobUpload && !o.Replace:
			return nil, fault.New(fault.SourceTaken, "app.queue", o.Source, "another text for this source is being ingested", "give another source, or replace the document by PUT")
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// enqueue writes the job and puts it last.
func (q *queue) enqueue(ctx context.Context, t task) error {
	if q.ended {
		return fault.New(fault.Unavailable, "app.queue", string(t.job.ID), "the workspace is being closed", "try again")
	}
	if len(q.tasks) >= mostWaiting {
		return fault.New(fault.Overloaded, "app.queue", "", "too many jobs wait", "try again later")
	}
	t.job.State, t.job.Progress, t.job.Result, t.job.Error = graph.JobQueued, "{}", "", ""
	if err := q.app.putJob(ctx, t.job); err != nil {
		return err
	}
	q.tasks = append(q.tasks, t)
	q.log.InfoContext(ctx, "job queued", "job", string(t.job.ID), "kind", t.job.Kind)
	q.rouse()
	return nil
}

// rouse has the queue look whether there is something to do.
func (q *queue) rouse() {
	select {
	case q.wake <- struct{}{}:
	default: // it is awake
	}
}

// current is a job as the store has it.
func (q *queue) current(ctx context.Context, j graph.Job) (graph.Job, error) {
	jobs, err := q.app.store.Jobs(ctx, graph.JobsQuery{ID: j.ID, Limit: 1})
	if err != nil || len(jobs) == 0 {
		return j, err
	}
	return jobs[0], nil
}

// idle tells that nothing waits or runs.
func (q *queue) idle() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.tasks) == 0
}

// close ends the job that runs, which goes on when the workspace is opened again.
func (q *queue) close() {
	q.mu.Lock()
	q.ended = true
	q.mu.Unlock()
	q.stop()
	<-q.over
}
