package app

import (
	"context"
	"errors"
	"io"
	"time"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/load"
	"grove/query"
	"grove/web"
)

// served is an open workspace as the service uses it.
type served struct {
	*App
	queue *queue
}

var _ web.Workspace = served{}

// list makes a list that is nil an empty one: JSON has a list for both.
func list[E any](l []E) []E {
	if l == nil {
		return []E{}
	}
	return l
}

// Spool keeps a file until its job is done.
func (s served) Spool(ctx context.Context, fileName string, content io.Reader) (string, error) {
	if err := s.queue.makeRoom(ctx); err != nil {
		return "", err
	}
	return s.spool().file(ctx, fileName, content)
}

// SpoolRecord keeps a text until its job is done.
func (s served) SpoolRecord(ctx context.Context, r web.Record) (string, error) {
	if err := s.queue.makeRoom(ctx); err != nil {
		return "", err
	}
	return s.spool().record(ctx, r)
}

// Unspool lets go of what was kept and is in no job's hands.
func (s served) Unspool(name string) error { return s.spool().drop(name) }

// Add has an upload ingested.
func (s served) Add(ctx context.Context, u web.Upload) (web.Job, error) {
	j, err := s.add(ctx, u)
	if o, _ := taskOf(j); err != nil || o.order.File != u.File {
		err = errors.Join(err, s.spool().drop(u.File)) // no job needs it
	}
	return s.jobView(viewOf(j)), err
}

func (s served) add(ctx context.Context, u web.Upload) (graph.Job, error) {
	tags, err := checkTags(u.Tags)
	if err != nil {
		return graph.Job{}, err
	}
	o := order{Source: load.Name(u.Source), File: u.File, Tags: tags, Replace: u.Replace, Key: u.IdempotencyKey}
	if first, known, err := s.queue.first(ctx, jobUpload, o); known || err != nil {
		return first, err
	}
	if err := s.readable(ctx, o); err != nil {
		return graph.Job{}, err
	}
	return s.queue.add(ctx, jobUpload, o)
}

// Remove has a document removed.
func (s served) Remove(ctx context.Context, id graph.ID) (web.Job, error) {
	if _, err := s.Browse().Document(ctx, id); err != nil {
		return web.Job{}, err
	}
	j, err := s.queue.add(ctx, jobDelete, order{Document: id})
	return s.jobView(viewOf(j)), err
}

// Estimate tells what an upload would ask of the model, and lets go of it.
func (s served) Estimate(ctx context.Context, u web.Upload) (ingest.Estimate, error) {
	e, err := s.estimate(ctx, u)
	e.Errors = list(e.Errors)
	return e, errors.Join(err, s.spool().drop(u.File))
}

func (s served) estimate(ctx context.Context, u web.Upload) (ingest.Estimate, error) {
	tags, err := checkTags(u.Tags)
	if err != nil {
		return ingest.Estimate{}, err
	}
	p := s.pipeline()
	p.Tags = tags
	return p.Estimate(ctx, s.spool().records(u.File, load.Name(u.Source)))
}

// Reread has the chunks of a document asked for anew whose replies could not be read.
func (s served) Reread(ctx context.Context, id graph.ID) (web.Job, error) {
	if _, err := s.Browse().Document(ctx, id); err != nil {
		return web.Job{}, err
	}
	j, err := s.queue.add(ctx, jobReread, order{Document: id})
	return s.jobView(viewOf(j)), err
}

// Import has a canonical export read.
func (s served) Import(ctx context.Context, file string) (web.Job, error) {
	j, err := s.importing(ctx, order{File: file})
	if o, _ := taskOf(j); err != nil || o.order.File != file {
		err = errors.Join(err, s.spool().drop(file)) // no job needs it
	}
	return s.jobView(viewOf(j)), err
}

func (s served) importing(ctx context.Context, o order) (graph.Job, error) {
	counts, err := s.store.Counts(ctx)
	if err != nil {
		return graph.Job{}, err
	}
	if counts.Documents > 0 {
		return graph.Job{}, fault.New(fault.Conflict, "app.Import", s.config.Workspace, "the workspace holds documents", "import into a new one; an import that was interrupted goes on by POST jobs/{id}/retry")
	}
	return s.queue.add(ctx, jobImport, o)
}

// Ask answers a question.
func (s served) Ask(ctx context.Context, q web.Question, watch func(query.Step)) (query.Answer, error) {
	return s.App.Ask(ctx, AskOptions{Question: q.Question, Agent: q.Agent, Mode: q.Mode, Window: q.Window, MaxCalls: q.MaxCalls, MaxTokens: q.MaxTokens,
		Budget: q.Budget, Timeout: time.Duration(q.Timeout) * time.Second, Without: q.Without, Options: q.Options, Scope: q.Filters, History: q.History, TraceID: q.TraceID, Watch: watch})
}

// Export writes the canonical export. Communities that are older than the graph are
// first made anew, unless a job is at work on it, which does so at its end.
func (s served) Export(ctx context.Context, w io.Writer) error {
	if release, ok := s.TryAcquireWriter(); ok {
		err := s.EnsureFresh(ctx)
		release()
		if err != nil {
			return err
		}
	}
	_, err := s.ExportJSONL(ctx, w)
	return err
}
