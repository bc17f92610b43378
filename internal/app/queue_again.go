package app

import (
	"context"
	"errors"
	"time"

	"grove/internal/fault"
)

const (
	// mostTries is how often a job is tried while something that it needs, such as the
	// model's endpoint, cannot be reached. While the store cannot, it is always tried again.
	mostTries = 3
	// firstRest is how long the queue rests before it tries a job again; each rest is
	// twice the last one, mostRest at most.
	firstRest = 250 * time.Millisecond
	mostRest  = 30 * time.Second
)

// again is why a job that could not be done is tried again; outage tells that the
// store is away.
type again struct {
	error
	outage bool
}

// Unwrap gives the reason.
func (a again) Unwrap() error { return a.error }

// forgive makes the failure of a job's work one after which it is tried again, where
// that is no fault of the job's own.
func (q *queue) forgive(ctx context.Context, t task, err error) error {
	if !fault.Is(err, fault.Unavailable) || ctx.Err() != nil {
		return err
	}
	if _, away := q.current(ctx, t.job); fault.Is(away, fault.Unavailable) {
		return again{err, true}
	}
	if t.tries+1 < mostTries {
		return again{err, false}
	}
	return err
}

// keep leaves the first task where it is, to be tried again.
func (q *queue) keep(why again) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.cancel(nil)
	q.cancel = nil
	if !why.outage {
		q.tasks[0].tries++
	}
}

// rest waits before a job is tried again, for the nth time in a row.
func rest(ctx context.Context, n int) {
	timer := time.NewTimer(min(firstRest<<min(n-1, 16), mostRest))
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// judgeTry notes how a try ended: every one while the store is away, else the last.
func (q *queue) judgeTry(err error) {
	if why, ok := errors.AsType[again](err); !ok || why.outage {
		q.judge(err)
	}
}
