package app

import (
	"context"
	"time"

	"grove/internal/curate"
	"grove/internal/fault"
)

// patience is how long a decision waits for the job that is at work on the graph.
const patience = 30 * time.Second

// change carries out what a person decided, once no job is at work. A decision that
// was kept and not carried out, the client being gone, is carried out by the queue.
func (s served) change(ctx context.Context, do func(context.Context) error) error {
	wait, stop := context.WithTimeout(ctx, patience)
	defer stop()
	release, err := s.AcquireWriter(wait)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fault.New(fault.Conflict, "app.change", s.config.Workspace, "a job is at work on the graph", "try again when it is done; GET jobs shows how far it is")
	}
	err = do(ctx)
	if fault.Is(err, fault.Canceled) {
		s.queue.owed = true
	}
	release()
	s.queue.rouse()
	return err
}

// Curate is App.Curate for requests: a change waits until no job writes.
func (s served) Curate() *curate.Curator {
	c := s.App.Curate()
	c.Exclusive = s.change
	return c
}
