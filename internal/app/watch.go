package app

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/telemetry"
)

// watch tells what a workspace does. A nil one tells nobody.
type watch struct {
	metrics *telemetry.Metrics
	tracing *telemetry.Tracing
	log     *slog.Logger
}

// observer gives what a store calls for each of its operations; nil for a nil watch.
func (w *watch) observer() graph.Observe {
	if w == nil {
		return nil
	}
	return func(ctx context.Context, operation string) (context.Context, func(error)) {
		ctx, end := w.tracing.Start(ctx, "store "+operation)
		started := time.Now()
		return ctx, func(err error) {
			end(err)
			code := ""
			if err != nil {
				code = string(fault.KindOf(err))
			}
			w.metrics.Store(operation, code, time.Since(started))
		}
	}
}

// model puts the watch before a model; nil, the offline kit, stays nil.
func (w *watch) model(m llm.Model, prices llm.Prices) llm.Model {
	if w == nil || m == nil {
		return m
	}
	return watchedModel{m, w, prices}
}

// watchedModel counts what a model is asked.
type watchedModel struct {
	llm.Model
	watch  *watch
	prices llm.Prices
}

// Complete asks the model.
func (m watchedModel) Complete(ctx context.Context, r llm.Request) (llm.Reply, error) {
	stage, _, _ := strings.Cut(r.Name, "/")
	ctx, end := m.watch.tracing.Start(ctx, "model "+stage, slog.String("grove.model", m.Name()))
	started := time.Now()
	reply, err := m.Model.Complete(ctx, r)
	end(err)
	c := telemetry.ModelCall{Stage: stage, Outcome: outcomeOf(err), Took: time.Since(started), Cached: reply.Cached,
		Prompt: reply.PromptTokens, Completion: reply.CompletionTokens, Cost: m.prices.Cost(reply.PromptTokens, reply.CompletionTokens)}
	m.watch.metrics.Model(c)
	m.watch.log.DebugContext(ctx, "model call", "stage", stage, "outcome", c.Outcome, "cached", c.Cached, "prompt_tokens", c.Prompt,
		"completion_tokens", c.Completion, "ms", c.Took.Milliseconds())
	return reply, err
}

// job begins a job: its context names it in the log and in spans, and ended counts it.
func (w *watch) job(ctx context.Context, workspace string, j graph.Job) (inside context.Context, ended func(ingest.Report, error)) {
	if w == nil {
		return ctx, func(ingest.Report, error) {}
	}
	started := time.Now()
	named := []slog.Attr{slog.String("workspace", workspace), slog.String("job", string(j.ID))}
	inside, end := w.tracing.Start(telemetry.With(ctx, named...), "job "+j.Kind, named...)
	return inside, func(r ingest.Report, err error) {
		end(err)
		state, _ := outcome(r, err, context.Cause(ctx))
		if state == graph.JobQueued {
			return // it is tried again
		}
		w.metrics.Job(j.Kind, string(state), time.Since(started))
		w.metrics.Written(r.Documents.New+r.Documents.Replaced, r.Chunks, r.Facts)
	}
}

// outcomeOf is "ok", or the kind of failure.
func outcomeOf(err error) string {
	if err == nil {
		return "ok"
	}
	return string(fault.KindOf(err))
}
