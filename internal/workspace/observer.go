package workspace

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/telemetry"
)

// Observer reports the operations of a workspace as metrics, traces and log lines. A nil Observer
// reports nothing.
type Observer struct {
	Metrics *telemetry.Metrics
	// Tracing may be nil.
	Tracing *telemetry.Tracing
	Log     *slog.Logger
}

// store returns the hook for the operations of a store; nil for a nil Observer.
func (o *Observer) store() graph.Observe {
	if o == nil {
		return nil
	}
	return func(ctx context.Context, operation string) (context.Context, func(error)) {
		ctx, end := o.Tracing.Start(ctx, "store "+operation)
		started := time.Now()
		return ctx, func(err error) {
			end(err)
			code := ""
			if err != nil {
				code = string(fault.KindOf(err))
			}
			o.Metrics.Store(operation, code, time.Since(started))
		}
	}
}

// model wraps a model so that its calls are reported; nil, the offline kit, remains nil.
func (o *Observer) model(m llm.Model, prices llm.Prices) llm.Model {
	if o == nil || m == nil {
		return m
	}
	return observedModel{m, o, prices}
}

// observedModel reports the calls to a model.
type observedModel struct {
	llm.Model
	observer *Observer
	prices   llm.Prices
}

// Complete calls the model.
func (m observedModel) Complete(ctx context.Context, r llm.Request) (llm.Reply, error) {
	stage, _, _ := strings.Cut(r.Name, "/")
	ctx, end := m.observer.Tracing.Start(ctx, "model "+stage, slog.String("grove.model", m.Name()))
	started := time.Now()
	reply, err := m.Model.Complete(ctx, r)
	end(err)
	c := telemetry.ModelCall{Stage: stage, Outcome: outcomeOf(err), Took: time.Since(started), Cached: reply.Cached,
		Prompt: reply.PromptTokens, Completion: reply.CompletionTokens, Cost: m.prices.Spent(llm.Usage{PaidPrompt: reply.PromptTokens,
			PaidCompletion: reply.CompletionTokens, PaidPrefix: reply.PrefixTokens})}
	m.observer.Metrics.Model(c)
	m.observer.Log.DebugContext(ctx, "model call", "stage", stage, "outcome", c.Outcome, "cached", c.Cached, "prompt_tokens", c.Prompt,
		"completion_tokens", c.Completion, "ms", c.Took.Milliseconds())
	return reply, err
}

// outcomeOf returns "ok", or the kind of the error.
func outcomeOf(err error) string {
	if err == nil {
		return "ok"
	}
	return string(fault.KindOf(err))
}
