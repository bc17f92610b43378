package app

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
)

// cancelJob ends a job that waits or runs.
func (q *queue) cancelJob(ctx context.Context, id graph.ID) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.IndexFunc(q.tasks, func(t task) bool { return t.job.ID == id })
	switch {
	case i < 0:
		return fault.New(fault.Conflict, "app.queue", string(id), "the job is over", "only a job that waits or runs can be cancelled")
	case i == 0 && q.cancel != nil:
		q.tasks[i].doomed = true
		q.cancel(errCancelled)
		return nil
	}
	j := q.tasks[i].job
	j.State, j.Updated = graph.JobCancelled, time.Now().UTC().Truncate(time.Millisecond)
	if err := q.app.putJob(ctx, j); err != nil {
		return err
	}
	q.tasks = slices.Delete(q.tasks, i, i+1)
	return nil
}

// retry queues a job again that did not do all it should.
func (q *queue) retry(ctx context.Context, j graph.Job) error {
	const op = "app.queue"
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case !ours(j):
		return fault.New(fault.Conflict, op, string(j.ID), "the job is a command's, "+j.Kind, "`grove jobs retry` does it again")
	case slices.ContainsFunc(q.tasks, func(t task) bool { return t.job.ID == j.ID }), j.State == graph.JobDone:
		return fault.New(fault.Conflict, op, string(j.ID), "the job waits or runs, or did all it should", "only a job that failed, was cancelled or is partly done can be done again")
	}
	t, err := taskOf(j)
	if err != nil {
		return err
	}
	if err := q.checkUpload(t); err != nil {
		return err
	}
	t.order.Again = true
	request, err := json.Marshal(t.order)
	if err != nil {
		return fault.Wrap(err, op, string(j.ID))
	}
	t.job.Request, t.job.Updated = string(request), time.Now().UTC().Truncate(time.Millisecond)
	return q.enqueue(ctx, t)
}
