package web

import (
	"context"
	"strconv"
	"time"

	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/lists"
)

// JobList is a list of jobs, the latest first.
type JobList struct {
	Jobs []jobs.Job `json:"jobs"`
	// Next is the parameter after of the next page, "" on the last page.
	Next graph.ID `json:"next"`
}

// jobStates are the values of the parameter state of listJobs.
func jobStates() []string {
	return lists.Map(graph.JobStates(), func(s graph.JobState) string { return string(s) })
}

func listJobs(ctx context.Context, c *call, w Workspace) (JobList, error) {
	q := jobs.Listing{After: graph.ID(c.text("after")), Limit: c.number("limit"),
		States: lists.Map(c.list("state"), func(s string) graph.JobState { return graph.JobState(s) })}
	list, err := w.Jobs().Page(ctx, q)
	return JobList{list, next(list, q.Limit, func(j jobs.Job) graph.ID { return j.ID })}, err
}

// The events of a job.
const (
	eventProgress = "progress"
	eventDone     = "done"
)

// watchJob streams a job until it ends. Each event has the whole job; its id is the time of
// the job's last change in milliseconds, so that a client that reconnects gets only later ones.
func watchJob(ctx context.Context, c *call, w Workspace) error {
	seen, _ := strconv.ParseInt(c.text(lastEventID), 10, 64) // "" is 0; countForm excludes others
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
			return nil // the client reconnects
		case <-beat.C:
			if err := s.beat(); err != nil {
				return c.gone(err)
			}
		}
	}
}

// job sends a job that has changed after seen or has ended, and reports whether it has ended.
// If there is nothing to send it begins the stream.
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
