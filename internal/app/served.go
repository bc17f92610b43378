package app

import (
	"context"
	"io"
	"time"

	"grove/ingest"
	"grove/internal/curate"
	"grove/internal/fault"
	"grove/internal/jobs"
	"grove/internal/text"
	"grove/query"
	"grove/web"
)

// served is an open workspace as the service uses it.
type served struct {
	*App
}

var _ web.Workspace = served{}

// Jobs returns the workspace's jobs.
func (s served) Jobs() web.Jobs { return s.jobs }

// Ask answers a question.
func (s served) Ask(ctx context.Context, q web.Question, watch func(query.Step)) (query.Answer, error) {
	return s.App.Ask(ctx, AskOptions{Question: q.Question, Agent: q.Agent, Mode: q.Mode, Check: q.Check, Window: q.Window, MaxCalls: q.MaxCalls,
		MaxTokens: q.MaxTokens,
		Budget:    q.Budget, Timeout: time.Duration(q.Timeout) * time.Second, Without: q.Without, Options: q.Options, Scope: q.Filters,
		History: q.History, TraceID: q.TraceID, Watch: watch, Gists: s.gists(q)})
}

// gists makes the gists that a question needs as a queued job if it asks for that with a key that may write; else it is
// fault.Conflict with the estimated cost.
func (s served) gists(q web.Question) func(context.Context, jobs.GistsOptions, ingest.GistsEstimate) (ingest.Report, error) {
	return func(ctx context.Context, o jobs.GistsOptions, e ingest.GistsEstimate) (ingest.Report, error) {
		if q.MakeGists && q.MayWrite {
			return s.jobs.AwaitGists(ctx, o)
		}
		return ingest.Report{}, fault.New(fault.Conflict, "app.Ask", text.Count(len(o.Documents), "document"),
			"the agent reads gists, and these documents have none yet; making them takes "+e.String(),
			"with a key of the role write, ask with make_gists: true or POST gists; or ask another agent")
	}
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

// Curate is App.Curate for requests: a change waits until no job writes.
func (s served) Curate() *curate.Curator {
	c := s.App.Curate()
	c.Exclusive = s.jobs.Exclusive
	return c
}
