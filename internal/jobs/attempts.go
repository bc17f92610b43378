package jobs

import (
	"context"
	"time"

	"grove/internal/fault"
)

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
