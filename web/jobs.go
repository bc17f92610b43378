package web

import (
	"context"
	"net/http"
	"strconv"
	"time"
)

// JobList is a list of jobs, the latest first.
type JobList struct {
	Jobs []Job `json:"jobs"`
}

func listJobs(ctx context.Context, c *call, w Workspace) error {
	list, err := w.Jobs(ctx, c.number("limit"))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, JobList{list})
}

func showJob(ctx context.Context, c *call, w Workspace) error {
	j, err := w.Job(ctx, c.id())
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, j)
}

func cancelJob(ctx context.Context, c *call, w Workspace) error {
	j, err := w.Cancel(ctx, c.id())
	if err != nil {
		return err
	}
	return c.accepted(j)
}

func retryJob(ctx context.Context, c *call, w Workspace) error {
	j, err := w.Retry(ctx, c.id())
	if err != nil {
		return err
	}
	return c.accepted(j)
}

// watchEvery is how often a job that is followed is looked at. Jobs tell how far
// they are once a second.
const watchEvery = 250 * time.Millisecond

// The events of a job.
const (
	eventProgress = "progress"
	eventDone     = "done"
)

// watchJob streams a job until it is over. An event is the whole job, and its id the
// time of the job's last word: a client that comes back gets only what is later.
func watchJob(ctx context.Context, c *call, w Workspace) error {
	seen, err := lastSeen(c.text("Last-Event-ID"))
	if err != nil {
		return err
	}
	s := c.stream()
	beat, look := time.NewTicker(c.server.Limits.Heartbeat), time.NewTicker(watchEvery)
	defer beat.Stop()
	defer look.Stop()
	for {
		j, err := w.Job(ctx, c.id())
		if err != nil {
			return c.failed(s, err)
		}
		if now := j.Updated.UnixMilli(); now > seen || j.Over() {
			event := eventProgress
			if j.Over() {
				event = eventDone
			}
			if err := s.send(event, strconv.FormatInt(now, 10), j); err != nil || j.Over() {
				return c.gone(err)
			}
			seen = now
		} else if !s.begun() {
			if err := s.beat(); err != nil {
				return c.gone(err)
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-c.server.Stopping:
			return nil // the client comes back
		case <-look.C:
		case <-beat.C:
			if err := s.beat(); err != nil {
				return c.gone(err)
			}
		}
	}
}

func lastSeen(id string) (int64, error) {
	if id == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return 0, badParam("Last-Event-ID", "not the id of an event", "give the id of the last event, or none")
	}
	return n, nil
}
