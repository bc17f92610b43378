package app

import (
	"context"
	"log/slog"
	"time"

	"grove/ingest"
	"grove/internal/graph"
	"grove/internal/telemetry"
	"grove/internal/workspace"
)

// observeJob reports a job to the workspace's observer: its context names it in the log
// and in spans, and ended counts it.
func observeJob(ctx context.Context, w *workspace.Workspace, j graph.Job) (inside context.Context, ended func(ingest.Report, error)) {
	o := w.Observer
	if o == nil {
		return ctx, func(ingest.Report, error) {}
	}
	started := time.Now()
	named := []slog.Attr{slog.String("workspace", w.Config.Workspace), slog.String("job", string(j.ID))}
	inside, end := o.Tracing.Start(telemetry.With(ctx, named...), "job "+j.Kind, named...)
	return inside, func(r ingest.Report, err error) {
		end(err)
		state, _ := outcome(r, err, context.Cause(ctx))
		if state == graph.JobQueued {
			return // it is tried again
		}
		o.Metrics.Job(j.Kind, string(state), time.Since(started))
		o.Metrics.Written(r.Documents.New+r.Documents.Replaced, r.Chunks, r.Facts)
	}
}
