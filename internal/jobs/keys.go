package jobs

import (
	"context"

	"grove/internal/fault"
	"grove/internal/graph"
)

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
		return graph.Job{}, false, fault.New(fault.Conflict, "jobs.queue", o.IdempotencyKey, "the Idempotency-Key was used for another request",
			"use a new one for each request")
	}
	r, err = j.stored(ctx, first.job.ID)
	return r, true, err
}
