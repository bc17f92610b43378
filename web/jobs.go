package web

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"grove/internal/graph"
)

// JobList is a list of jobs, the latest first.
type JobList struct {
	Jobs []Job `json:"jobs"`
}

// Job is the state of a job.
type Job struct {
	ID graph.ID `json:"id"`
	// Kind is upload, delete, or that of a command: ingest, retry, reextract.
	Kind  string         `json:"kind"`
	State graph.JobState `json:"state"`
	// Error is the reason why a job failed, "" for none.
	Error   string    `json:"error"`
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
	// Request is the request of a job of the service; Progress and Result are the job's
	// report so far and at its end.
	Request  json.RawMessage `json:"request,omitempty"`
	Progress json.RawMessage `json:"progress,omitempty"`
	Result   json.RawMessage `json:"result,omitempty"`
}

// Over reports whether a job has ended, done or not. An interrupted job has not: it is
// resumed when the service starts again.
func (j Job) Over() bool {
	switch j.State {
	case graph.JobQueued, graph.JobRunning, graph.JobInterrupted:
		return false
	}
	return true
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
	jobs, err := w.FollowJob(ctx, c.id())
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
func (s *stream) job(j Job, seen *int64) (over bool, err error) {
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
