package web

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"grove/internal/jobs"
)

// JobList is a list of jobs, the latest first.
type JobList struct {
	Jobs []jobs.Job `json:"jobs"`
}

func listJobs(ctx context.Context, c *call, w Workspace) error {
	list, err := w.Jobs().List(ctx, c.number("limit"))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, JobList{list})
}

func showJob(ctx context.Context, c *call, w Workspace) error {
	j, err := w.Jobs().Get(ctx, c.id())
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, j)
}

func cancelJob(ctx context.Context, c *call, w Workspace) error {
	j, err := w.Jobs().Cancel(ctx, c.id())
	if err != nil {
		return err
	}
	return c.accepted(j)
}

func retryJob(ctx context.Context, c *call, w Workspace) error {
	j, err := w.Jobs().Retry(ctx, c.id())
	if err != nil {
		return err
	}
	return c.accepted(j)
}

// The events of a job.
const (
	eventProgress = "progress"
	eventDone     = "done"
)

// watchJob streams a job until it is over. An event is the whole job, and its id the
// time of the job's last word: a client that comes back gets only what is later.
func watchJob(ctx context.Context, c *call, w Workspace) error {
	seen, err := lastSeen(c.text(lastEventID))
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	jobs, err := w.Jobs().Follow(ctx, c.id())
	if err != nil {
		return err
	}
	s := c.stream()
	beat := time.NewTicker(c.server.Limits.Heartbeat)
	defer beat.Stop()
	for {
		select {
		case j := <-jobs:
			if over, err := s.job(j, &seen); over || err != nil {
				return c.gone(err)
			}
		case <-ctx.Done():
			return c.cut(s, ctx.Err())
		case <-c.server.Stopping:
			return nil // the client comes back
		case <-beat.C:
			if err := s.beat(); err != nil {
				return c.gone(err)
			}
		}
	}
}

// job sends a job whose last word is later than what the client has seen, and one that
// is over in any case. It begins the stream where nothing is new.
func (s *stream) job(j jobs.Job, seen *int64) (over bool, err error) {
	now := j.Updated.UnixMilli()
	switch {
	case j.Over():
		return true, s.send(eventDone, strconv.FormatInt(now, 10), j)
	case now > *seen:
		*seen = now
		return false, s.send(eventProgress, strconv.FormatInt(now, 10), j)
	case !s.begun():
		return false, s.beat()
	}
	return false, nil
}

func lastSeen(id string) (int64, error) {
	if id == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return 0, badParam(lastEventID, "not the id of an event", "give the id of the last event, or none")
	}
	return n, nil
}
