package app

import (
	"context"

	"grove/internal/fault"
	"grove/internal/graph"
)

// mostKeyed is how many Idempotency-Keys a queue remembers: the latest ones.
const mostKeyed = graph.MaxRows

// keyring remembers which jobs Idempotency-Keys were used for.
type keyring struct {
	tasks map[string]task
	// order has the keys as they came.
	order []string
}

// note remembers what a key was used for; "" is none.
func (k *keyring) note(key string, t task) {
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
	if len(k.order) > mostKeyed {
		delete(k.tasks, k.order[0])
		k.order = k.order[1:]
	}
}

// first gives the job that the order's Idempotency-Key was first used for.
func (q *queue) first(ctx context.Context, kind string, o order) (j graph.Job, known bool, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.repeated(ctx, kind, o)
}

func (q *queue) repeated(ctx context.Context, kind string, o order) (j graph.Job, known bool, err error) {
	first, known := q.keyed.tasks[o.Key]
	if !known || o.Key == "" {
		return graph.Job{}, false, nil
	}
	if first.job.Kind != kind || !first.order.same(o) {
		return graph.Job{}, false, fault.New(fault.Conflict, "app.queue", o.Key, "the Idempotency-Key was used for another request", "use a new one for each request")
	}
	j, err = q.current(ctx, first.job)
	return j, true, err
}
