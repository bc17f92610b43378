package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/llm"
)

// Health is the result of Try.
type Health struct {
	// Latency is the time until the endpoint answered, calls that it refused for a parameter included.
	Latency time.Duration
	// Found is true if the endpoint has the model.
	Found bool
	// Takes has how the endpoint is asked, in words.
	Takes string
}

// Try makes one short call, without retries, with a reply schema, a temperature, a system message and the effort of reasoning,
// and returns how the endpoint took it. A missing model is not an error; an endpoint that does not respond is fault.Unavailable.
func (c *Client) Try(ctx context.Context) (Health, error) {
	const op = "openai.Try"
	if err := c.reach(ctx); err != nil {
		return Health{}, fault.Wrap(err, op, "")
	}
	start := time.Now()
	reply, err := c.negotiate(ctx, llm.Request{Messages: []llm.Message{llm.System("", "Reply with JSON."), llm.User(`Reply {"ok": true}.`)},
		ReplySchema: json.RawMessage(tried), Limits: llm.Limits{MaxTokens: triedTokens}, Name: "doctor/1"})
	if isMissing(err) {
		return Health{Latency: time.Since(start)}, nil
	}
	if err != nil && c.classify(err).kind != fault.BadReply {
		return Health{}, c.failed(ctx, op, err)
	}
	health := Health{Latency: time.Since(start), Found: true, Takes: c.capabilities.describe(c.options.Effort)}
	if strings.TrimSpace(reply.Text) == "" {
		health.Takes += fmt.Sprintf("; but wrote no reply in %d tokens: lower its --reasoning-effort, or turn its reasoning off",
			triedTokens)
	}
	return health, nil
}

// tried is the schema of Try's reply; triedTokens leave a model room to reason.
const (
	tried       = `{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"],"additionalProperties":false}`
	triedTokens = 500
)

// isMissing reports whether the endpoint responded that it lacks the path or the model.
func isMissing(err error) bool {
	s, ok := errors.AsType[*statusError](err)
	return ok && (s.status == http.StatusNotFound || s.status == http.StatusMethodNotAllowed ||
		s.status == http.StatusBadRequest && s.mentions("model not found", "invalid model", "unknown model", "does not exist"))
}
