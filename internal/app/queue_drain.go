package app

import (
	"context"
	"sync"
	"time"
)

// drainLook is how often draining looks whether a job runs still.
const drainLook = 20 * time.Millisecond

func (q *queue) pausing() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.paused
}

// drain begins no more jobs, and waits until the one that runs is over or ctx ends.
// Those that wait go on when the workspace is opened again.
func (q *queue) drain(ctx context.Context) {
	q.mu.Lock()
	q.paused = true
	q.mu.Unlock()
	tick := time.NewTicker(drainLook)
	defer tick.Stop()
	for {
		if _, running := q.counts(); running == 0 {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Drain begins no more jobs in any open workspace, and waits until those that run are
// over or ctx ends. What waits is in the store, and goes on when the service starts again.
func (s *Service) Drain(ctx context.Context) {
	var wait sync.WaitGroup
	s.visit(func(r *room) { wait.Go(func() { r.queue.drain(ctx) }) })
	wait.Wait()
}
