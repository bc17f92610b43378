package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
)

const (
	// mostWaiting is how many jobs of a workspace may wait: fewer than one query reads, so
	// that the next process finds all of them, besides those that commands left.
	mostWaiting = graph.MaxRows - 1000
	// drainPoll is how often Drain looks whether a job still runs.
	drainPoll = 20 * time.Millisecond
	// writerWait is how long Exclusive waits for the job that writes.
	writerWait = 30 * time.Second
)

// order is what a queued job is to do; its JSON is the job's request.
type order struct {
	Upload
	// Document is what is deleted, or read again.
	Document graph.ID `json:"document,omitempty"`
	// Documents are those of which gists with the preset Gists are made.
	Documents []graph.ID `json:"documents,omitempty"`
	Gists     string     `json:"gists,omitempty"`
	// MaxCalls, MaxTokens and Budget (US dollars) bound the calls for gists; 0 is no bound.
	MaxCalls  int     `json:"max_calls,omitempty"`
	MaxTokens int     `json:"max_tokens,omitempty"`
	Budget    float64 `json:"budget,omitempty"`
	// Again tells that a job is done again: the model is asked again for chunks whose
	// replies could not be read.
	Again bool `json:"again,omitempty"`
	// Crashes is the number of processes that crashed, or were killed, while they ran the job.
	Crashes int `json:"crashes,omitempty"`
}

// bounds are those of the calls.
func (o order) bounds() llm.Bounds {
	return llm.Bounds{MaxCalls: o.MaxCalls, MaxTotalTokens: o.MaxTokens, Budget: o.Budget}
}

// parts are the files of an upload.
func (o order) parts() []Part { return append([]Part{{o.Source, o.File}}, o.More...) }

// files are the spooled files of the order.
func (o order) files() (files []string) {
	for _, p := range o.parts() {
		if p.File != "" {
			files = append(files, p.File)
		}
	}
	return files
}

// same reports whether two orders ask for the same.
func (o order) same(p order) bool {
	return o.Replace == p.Replace && o.Reread == p.Reread && o.Document == p.Document && slices.Equal(o.Tags, p.Tags) &&
		o.Gists == p.Gists && o.bounds() == p.bounds() && slices.Equal(o.Documents, p.Documents) &&
		slices.EqualFunc(o.parts(), p.parts(),
			func(a, b Part) bool { return a.Source == b.Source && contentOf(a.File) == contentOf(b.File) })
}

// concerns reports whether both orders are about one document. Files of several records are about
// each of them.
func (o order) concerns(p order) bool {
	documents := p.documents()
	return slices.ContainsFunc(o.documents(), func(id graph.ID) bool { return slices.Contains(documents, id) })
}

func (o order) documents() []graph.ID {
	if o.Document != "" {
		return []graph.ID{o.Document}
	}
	if o.Gists != "" {
		return o.Documents
	}
	return lists.Map(o.parts(), func(p Part) graph.ID { return graph.DocumentID(p.Source) })
}

// task is a queued job that waits or runs.
type task struct {
	job   graph.Job
	order order
	// cancelling tells that the job runs, and was told to end, or that it was refused to its client though the store may have it.
	cancelling bool
	// tries is how often it failed because something that it needs was unavailable.
	tries int
}

func taskOf(r graph.Job) (task, error) {
	t := task{job: r}
	err := json.Unmarshal([]byte(r.Request), &t.order)
	return t, fault.From(fault.Corrupt, "jobs.queue", string(r.ID), err, "")
}

// Queued reports whether a job is of a service's queue, not a command's.
func Queued(r graph.Job) bool {
	return slices.Contains([]string{kindUpload, kindDelete, kindImport, kindReread, kindGists}, r.Kind)
}

// Waits reports whether a stored job of the queue is to be run, or gone on with.
func Waits(r graph.Job) bool { return Queued(r) && slices.Contains(graph.Unfinished(), r.State) }

// Start goes on with the jobs that an earlier process left, and runs those queued from
// now on. Close ends it.
func (j *Jobs) Start(ctx context.Context) error {
	if err := j.closeStale(ctx); err != nil {
		return err
	}
	rows, err := j.ws.Store.Jobs(ctx, graph.JobsQuery{Limit: graph.MaxRows})
	if err != nil {
		return err
	}
	left, err := j.ws.Store.Jobs(ctx, graph.JobsQuery{States: graph.Unfinished(), Limit: graph.MaxRows})
	if err != nil {
		return err
	}
	rows = append(rows, left...)
	slices.SortFunc(rows, func(x, y graph.Job) int { return cmp.Or(x.Created.Compare(y.Created), cmp.Compare(x.ID, y.ID)) })
	rows = slices.CompactFunc(rows, func(x, y graph.Job) bool { return x.ID == y.ID })
	var needed []string
	for _, r := range rows {
		j.last = r.Created
		if !Queued(r) {
			continue
		}
		t, err := taskOf(r)
		if err != nil {
			return err
		}
		j.keys.note(t.order.IdempotencyKey, t)
		if Waits(r) {
			j.tasks = append(j.tasks, t)
		}
		if r.State != graph.JobDone {
			needed = append(needed, t.order.files()...)
		}
	}
	if j.tasks, err = j.deferInterrupted(ctx, j.tasks); err != nil {
		return err
	}
	if err := j.spool.sweep(needed); err != nil {
		return err
	}
	stale, err := j.ws.Stale(ctx)
	if err != nil {
		return err
	}
	j.pending = j.pending || stale
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	j.stop = stop
	go j.loop(running)
	return nil
}

// Close ends the job that runs, which goes on when the workspace is opened again. It does
// nothing where Start was not called.
func (j *Jobs) Close() {
	if j.stop == nil {
		return
	}
	j.mu.Lock()
	j.closed = true
	j.mu.Unlock()
	j.stop()
	<-j.ended
}

// checkUpload refuses a task whose upload is gone: its order was blanked by a purge, or
// its file was removed.
func (j *Jobs) checkUpload(t task) error {
	if t.job.Kind != kindUpload && t.job.Kind != kindImport {
		return nil
	}
	if files := t.order.files(); len(files) > 0 && !slices.ContainsFunc(files, j.spool.lacks) {
		return nil
	}
	return fault.New(fault.Conflict, "jobs.queue", string(t.job.ID), "what was uploaded is no longer there", "upload it again")
}

// add queues an order, or gives the job that does the same already.
func (j *Jobs) add(ctx context.Context, kind string, o order) (graph.Job, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if first, known, err := j.repeated(ctx, kind, o); known || err != nil {
		return first, err
	}
	existing, err := j.duplicate(kind, o)
	if err != nil {
		return graph.Job{}, err
	}
	if existing != nil {
		j.keys.note(o.IdempotencyKey, task{job: *existing, order: o})
		return j.stored(ctx, existing.ID)
	}
	request, err := json.Marshal(o)
	if err != nil {
		return graph.Job{}, fault.Wrap(err, "jobs.queue", kind)
	}
	created := now()
	if !created.After(j.last) {
		created = j.last.Add(time.Millisecond)
	}
	t := task{job: graph.Job{ID: graph.JobID(kind, created), Kind: kind, Request: string(request), Created: created,
		Updated: created}, order: o}
	j.last = created // also of a job that fails to be stored: its id is not used again
	if err := j.enqueue(ctx, t); err != nil {
		return graph.Job{}, err
	}
	j.keys.note(o.IdempotencyKey, t)
	return j.tasks[len(j.tasks)-1].job, nil
}

// duplicate finds the waiting or running job that does what the order asks for. Another
// text for the same source is refused.
func (j *Jobs) duplicate(kind string, o order) (*graph.Job, error) {
	for _, t := range slices.Backward(j.tasks) {
		switch {
		case !t.order.concerns(o), t.cancelling:
		case t.job.Kind == kind && t.order.same(o):
			return &t.job, nil
		case t.job.Kind == kindUpload && kind == kindUpload && !o.Replace:
			return nil, fault.New(fault.SourceTaken, "jobs.queue", o.Source, "another text for this source is being ingested",
				"give another source, or replace the document by PUT")
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// enqueue writes the job and puts it last.
func (j *Jobs) enqueue(ctx context.Context, t task) error {
	if j.closed {
		return fault.New(fault.Unavailable, "jobs.queue", string(t.job.ID), "the workspace is being closed", "try again")
	}
	if len(j.tasks) >= mostWaiting {
		return fault.New(fault.Overloaded, "jobs.queue", "", "too many jobs wait", "try again later")
	}
	t.job.State, t.job.Progress, t.job.Result, t.job.Error = graph.JobQueued, "{}", "", ""
	if err := j.put(ctx, t.job); err != nil {
		// A connection that is lost in the middle leaves open whether the job was stored.
		t.cancelling = true
		j.tasks = append(j.tasks, t)
		j.notify()
		return err
	}
	j.tasks = append(j.tasks, t)
	j.log.InfoContext(ctx, "job queued", "job", string(t.job.ID), "kind", t.job.Kind)
	j.notify()
	return nil
}

// notify has the worker look for something to do.
func (j *Jobs) notify() {
	select {
	case j.wake <- struct{}{}:
	default: // it is awake
	}
}

// index is the place of a job in the queue, -1 where it neither waits nor runs.
func (j *Jobs) index(id graph.ID) int {
	return slices.IndexFunc(j.tasks, func(t task) bool { return t.job.ID == id })
}

// has reports whether a job waits or runs here.
func (j *Jobs) has(id graph.ID) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.index(id) >= 0
}

// Counts returns how many queued jobs wait and run.
func (j *Jobs) Counts() (waiting, running int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.cancel != nil {
		running = 1
	}
	return len(j.tasks) - running, running
}

// Drain starts no more jobs, and waits until the one that runs is over or ctx ends. Those
// that wait go on when the workspace is opened again.
func (j *Jobs) Drain(ctx context.Context) {
	j.mu.Lock()
	j.paused = true
	j.mu.Unlock()
	tick := time.NewTicker(drainPoll)
	defer tick.Stop()
	for {
		if _, running := j.Counts(); running == 0 {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Exclusive runs a change while no job writes; it waits 30 seconds for the job that does,
// then it is fault.Conflict. If the change fails after it may have stored something, the
// worker refreshes what derives from it.
func (j *Jobs) Exclusive(ctx context.Context, change func(context.Context) error) error {
	wait, stop := context.WithTimeout(ctx, writerWait)
	defer stop()
	release, err := j.ws.AcquireWriter(wait)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fault.New(fault.Conflict, "jobs.Exclusive", j.ws.Config.Workspace, "a job is at work on the graph",
			"try again when it is done; GET jobs shows its progress")
	}
	defer j.notify()
	defer release()
	pending := j.pending
	j.pending = true // also if the change panics
	err = change(ctx)
	switch fault.KindOf(err) {
	case "", fault.Invalid, fault.NotFound, fault.Conflict:
		j.pending = pending
	}
	return err
}

// Cancel ends a queued job that waits or runs.
func (j *Jobs) Cancel(ctx context.Context, id graph.ID) (Job, error) {
	if _, err := j.stored(ctx, id); err != nil {
		return Job{}, err
	}
	if err := j.cancelQueued(ctx, id); err != nil {
		return Job{}, err
	}
	return j.Get(ctx, id)
}

func (j *Jobs) cancelQueued(ctx context.Context, id graph.ID) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	i := j.index(id)
	switch {
	case i < 0:
		return fault.New(fault.Conflict, "jobs.Cancel", string(id), "the job is over", "only a job that waits or runs can be cancelled")
	case i == 0 && j.cancel != nil:
		j.tasks[i].cancelling = true
		j.cancel(errCancelled)
		return nil
	}
	if err := j.putCancelled(ctx, j.tasks[i].job); err != nil {
		return err
	}
	j.tasks = slices.Delete(j.tasks, i, i+1)
	return nil
}

// Retry queues a job of the queue again that did not do all it should.
func (j *Jobs) Retry(ctx context.Context, id graph.ID) (Job, error) {
	const op = "jobs.Retry"
	r, err := j.stored(ctx, id)
	if err != nil {
		return Job{}, err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	switch {
	case !Queued(r):
		return Job{}, fault.New(fault.Conflict, op, string(id), "the job is a command's, "+r.Kind, "`grove jobs retry` does it again")
	case j.index(id) >= 0, r.State == graph.JobDone:
		return Job{}, fault.New(fault.Conflict, op, string(id), "the job waits or runs, or did all it should",
			"only a job that failed, was cancelled or is partly done can be done again")
	}
	t, err := j.again(r)
	if err == nil {
		err = j.enqueue(ctx, t)
	}
	if err != nil {
		return Job{}, err
	}
	return j.Get(ctx, id)
}

// again is the task that does a job of the queue again.
func (j *Jobs) again(r graph.Job) (task, error) {
	t, err := taskOf(r)
	if err != nil {
		return t, err
	}
	if err := j.checkUpload(t); err != nil {
		return t, err
	}
	t.order.Again, t.order.Crashes = true, 0
	request, err := json.Marshal(t.order)
	t.job.Request, t.job.Updated = string(request), now()
	return t, fault.Wrap(err, "jobs.again", string(r.ID))
}

// mostKeys is how many Idempotency-Keys are remembered: the latest ones.
const mostKeys = graph.MaxRows

// idempotencyKeys remembers which jobs Idempotency-Keys were used for.
type idempotencyKeys struct {
	tasks map[string]task
	// order has the keys, the earliest first.
	order []string
}

// note remembers what a key was used for; "" is none.
func (k *idempotencyKeys) note(key string, t task) {
	if key == "" {
		return
	}
	if k.tasks == nil {
		k.tasks = map[string]task{}
	}
	if _, known := k.tasks[key]; !known {
		k.order = append(k.order, key)
	}
	k.tasks[key] = t
	if len(k.order) > mostKeys {
		delete(k.tasks, k.order[0])
		k.order = k.order[1:]
	}
}

// repeated gives the job that the order's Idempotency-Key was first used for; known is
// false where it is new. j.mu is held.
func (j *Jobs) repeated(ctx context.Context, kind string, o order) (r graph.Job, known bool, err error) {
	first, known := j.keys.tasks[o.IdempotencyKey]
	if !known || o.IdempotencyKey == "" {
		return graph.Job{}, false, nil
	}
	if first.job.Kind != kind || !first.order.same(o) {
		return graph.Job{}, false, fault.New(fault.Conflict, "jobs.queue", o.IdempotencyKey,
			"the Idempotency-Key was used for another request", "use a new one for each request")
	}
	r, err = j.stored(ctx, first.job.ID)
	return r, true, err
}
