package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	api "github.com/sashabaranov/go-openai"

	"grove/internal/fault"
	"grove/internal/llm"
)

// Health is the result of Ping.
type Health struct {
	// Latency is the duration of the successful call.
	Latency time.Duration
	// Found is true if the endpoint has the model.
	Found bool
	// Takes has how the endpoint is asked, in words, after the call of Try.
	Takes string
}

// Try makes one short call with a reply schema, a temperature, a system message and the effort of reasoning, and returns how the
// endpoint took it.
func (c *Client) Try(ctx context.Context) (Health, error) {
	const op = "openai.Try"
	start := time.Now()
	reply, err := c.negotiate(ctx, llm.Request{Messages: []llm.Message{llm.System("", "Reply with JSON."), llm.User(`Reply {"ok": true}.`)},
		ReplySchema: json.RawMessage(tried), Limits: llm.Limits{MaxTokens: triedTokens}, Name: "doctor/1"})
	if err != nil && c.classify(err).kind != fault.BadReply {
		return Health{}, c.failed(ctx, op, err)
	}
	health := Health{Latency: time.Since(start), Found: true, Takes: c.capabilities.describe(c.options.Effort)}
	if strings.TrimSpace(reply.Text) == "" {
		health.Takes += fmt.Sprintf("; but wrote no reply in %d tokens: lower its --reasoning-effort, or turn its reasoning off", triedTokens)
	}
	return health, nil
}

// tried is the schema of Try's reply; triedTokens leave a model room to reason.
const (
	tried       = `{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"],"additionalProperties":false}`
	triedTokens = 500
)

// pingTimeout bounds a health check: a person is waiting.
const pingTimeout = 30 * time.Second

// Ping checks, without retries, that the endpoint responds and has the model: by the list of
// models, which is free, and if the model is not in it (an endpoint may have no list, or
// accept an alias) by a call of one token. A missing model is not an error; an endpoint that
// does not respond is fault.Unavailable.
func (c *Client) Ping(ctx context.Context) (Health, error) {
	const op = "openai.Ping"
	if err := c.reach(ctx); err != nil {
		return Health{}, fault.Wrap(err, op, "")
	}
	health, err := c.list(ctx)
	if !health.Found && err == nil {
		health, err = c.probe(ctx, health)
	}
	return health, c.failed(ctx, op, err)
}

// list searches the endpoint's list of models.
func (c *Client) list(ctx context.Context) (Health, error) {
	release, err := c.limiter.acquire(ctx, func() int { return 0 })
	if err != nil {
		return Health{}, err
	}
	defer release()
	limit := min(pingTimeout, c.options.Timeout)
	call, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	start := time.Now()
	list, err := c.api.ListModels(call)
	health := Health{Latency: time.Since(start)}
	if err = timeoutOr(ctx, call, limit, err); err != nil {
		if isMissing(err) || c.classify(err).malformed { // an unknown form of list is no list
			return health, nil
		}
		return Health{}, err
	}
	health.Found = slices.ContainsFunc(list.Models, func(m api.Model) bool { return m.ID == c.options.Model })
	return health, nil
}

// probe makes a call of one token.
func (c *Client) probe(ctx context.Context, health Health) (Health, error) {
	start := time.Now()
	_, err := c.negotiate(ctx, llm.Request{Messages: []llm.Message{llm.User("ping")}, Limits: llm.Limits{MaxTokens: 1}, Name: "ping/1"})
	health.Latency = time.Since(start)
	if isMissing(err) {
		return health, nil
	}
	if err != nil && c.classify(err).kind != fault.BadReply {
		return Health{}, err
	}
	health.Found = true
	return health, nil
}

// isMissing reports whether the endpoint responded that it lacks the path or the model.
func isMissing(err error) bool {
	s, ok := errors.AsType[*statusError](err)
	return ok && (s.status == http.StatusNotFound || s.status == http.StatusMethodNotAllowed ||
		s.status == http.StatusBadRequest && s.mentions("model not found", "invalid model", "unknown model", "does not exist"))
}
