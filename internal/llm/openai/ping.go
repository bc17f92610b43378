package openai

import (
	"context"
	"errors"
	"net/http"
	"time"

	"grove/internal/fault"
	"grove/internal/llm"
)

// Health is what Ping found.
type Health struct {
	// Latency is the time of the call that answered.
	Latency time.Duration
	// Models is how many models the endpoint lists; 0 where it keeps no list.
	Models int
	// Found is true where the endpoint has the model.
	Found bool
}

// pingTimeout bounds a health check: a person is waiting.
const pingTimeout = 30 * time.Second

// Ping sees whether the endpoint is up and has the model, without retries: by
// the list of models, which costs nothing, and where the model is not in it (an
// endpoint may keep no list, or know the model by another name) by a call of one
// token. A model that is lacking is no error, an endpoint out of order is
// fault.Unavailable.
func (c *Client) Ping(ctx context.Context) (Health, error) {
	const op = "openai.Ping"
	health, err := retry(ctx, c, op, 0, func() (Health, error) { return c.list(ctx) })
	if health.Found || err != nil {
		return health, err
	}
	return retry(ctx, c, op, 0, func() (Health, error) { return c.knock(ctx, health) })
}

// list looks for the model in the endpoint's list.
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
	health := Health{Latency: time.Since(start), Models: len(list.Models)}
	if err = lateOr(ctx, call, limit, err); err != nil {
		if lacks(err) || c.judge(err).malformed { // a list in a form of its own is no list
			return health, nil
		}
		return Health{}, err
	}
	for _, m := range list.Models {
		health.Found = health.Found || m.ID == c.options.Model
	}
	return health, nil
}

// knock makes the cheapest call.
func (c *Client) knock(ctx context.Context, health Health) (Health, error) {
	start := time.Now()
	_, err := c.negotiate(ctx, llm.Request{Messages: []llm.Message{llm.User("ping")}, Limits: llm.Limits{MaxTokens: 1}, Name: "ping/1"})
	health.Latency = time.Since(start)
	if lacks(err) {
		return health, nil
	}
	if err != nil && c.judge(err).kind != fault.BadReply {
		return Health{}, err
	}
	health.Found = true
	return health, nil
}

// lacks tells whether the endpoint is there but has not what was asked for.
func lacks(err error) bool {
	var s *statusError
	return errors.As(err, &s) && (s.status == http.StatusNotFound || s.status == http.StatusMethodNotAllowed ||
		s.status == http.StatusBadRequest && s.says("model not found", "invalid model", "unknown model", "does not exist"))
}
