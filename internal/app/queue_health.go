package app

import (
	"time"

	"grove/internal/fault"
)

const (
	// troubledAfter is how many jobs, or tries of one while the store is away, have
	// to fail in a row, by no fault of their own, before ingestion counts as failing.
	troubledAfter = 3
	// troubledFor is how long it counts so after the last one: without new jobs
	// nobody would find out that the cause is gone.
	troubledFor = time.Minute
)

// health is how the last jobs of a queue ended.
type health struct {
	failures int
	last     time.Time
	err      error
}

// judge notes how a job ended. What is wrong with its document says nothing of the
// service; neither does a job that was ended.
func (q *queue) judge(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch fault.KindOf(err) {
	case fault.Canceled:
	case fault.Unavailable, fault.Corrupt, fault.Internal:
		q.health = health{q.health.failures + 1, time.Now(), err}
	default:
		q.health = health{}
	}
}

// troubled gives why jobs fail, nil where they do not.
func (q *queue) troubled(now time.Time) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.health.failures < troubledAfter || now.Sub(q.health.last) > troubledFor {
		return nil
	}
	return q.health.err
}

// counts gives how many jobs wait and run.
func (q *queue) counts() (waiting, running int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.cancel != nil {
		running = 1
	}
	return len(q.tasks) - running, running
}
