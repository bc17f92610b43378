package app

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/web"
)

// Jobs lists the latest jobs.
func (s served) Jobs(ctx context.Context, limit int) ([]web.Job, error) {
	rows, err := s.App.Jobs(ctx, limit)
	out := make([]web.Job, len(rows))
	for i, j := range rows {
		out[i] = s.jobView(j)
	}
	return out, err
}

// Job shows one job.
func (s served) Job(ctx context.Context, id graph.ID) (web.Job, error) {
	j, err := s.storedJob(ctx, id)
	return s.jobView(viewOf(j)), err
}

func (s served) storedJob(ctx context.Context, id graph.ID) (graph.Job, error) {
	rows, err := s.store.Jobs(ctx, graph.JobsQuery{ID: id, Limit: 1})
	if err == nil && len(rows) == 0 || id == "" {
		err = fault.New(fault.NotFound, "app.Job", string(id), "there is no such job", "GET jobs has them")
	}
	if err != nil {
		return graph.Job{}, err
	}
	return rows[0], nil
}

// jobView leaves out what is only of this machine: the paths of files.
func (s served) jobView(j JobView) web.Job {
	out := web.Job{ID: j.ID, Kind: j.Kind, State: j.State, Error: s.withoutPaths(j.Error), Created: j.Created, Updated: j.Updated,
		Progress: j.Progress, Result: raw(s.withoutPaths(string(j.Result)))}
	if ours(j.Job) {
		out.Request = shownRequest(j.Job)
	}
	return out
}

// shownRequest is what a job was asked to do, without what is only of the client that
// asked, its Idempotency-Key, and of this machine, the name of the spooled file.
func shownRequest(j graph.Job) json.RawMessage {
	t, err := taskOf(j)
	if err != nil {
		return nil // what cannot be read cannot be shown
	}
	t.order.Key, t.order.File = "", ""
	shown, err := json.Marshal(t.order)
	if err != nil {
		return nil
	}
	return shown
}

func (s served) withoutPaths(text string) string {
	folder, err := filepath.Abs(s.config.Folder())
	if err != nil {
		return text
	}
	return strings.ReplaceAll(text, folder+string(filepath.Separator), "")
}

// Cancel ends a job.
func (s served) Cancel(ctx context.Context, id graph.ID) (web.Job, error) {
	if _, err := s.storedJob(ctx, id); err != nil {
		return web.Job{}, err
	}
	if err := s.queue.cancelJob(ctx, id); err != nil {
		return web.Job{}, err
	}
	return s.Job(ctx, id)
}

// Retry has a job done again.
func (s served) Retry(ctx context.Context, id graph.ID) (web.Job, error) {
	j, err := s.storedJob(ctx, id)
	if err == nil {
		err = s.queue.retry(ctx, j)
	}
	if err != nil {
		return web.Job{}, err
	}
	return s.Job(ctx, id)
}
