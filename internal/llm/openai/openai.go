// Package openai is a client of endpoints with OpenAI's chat protocol: hosted services,
// gateways and local servers.
//
// All calls of one Client share its limits. Parameters that an endpoint does not support (a
// reply schema, a name of the reply limit, a temperature) are learned from its errors and
// omitted for the life of the Client. No error contains the API key.
package openai

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"

	api "github.com/sashabaranov/go-openai"

	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/llm"
)

// Client is a model behind an endpoint. It is safe for concurrent use.
type Client struct {
	options      Options
	api          *api.Client
	limiter      *limiter
	capabilities *capabilities
	// reached is true once the endpoint accepted a connection.
	reached atomic.Bool
}

var _ llm.Model = (*Client)(nil)

// New returns a client, without making a call. Invalid options are fault.Invalid.
func New(o Options) (*Client, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	web, err := newWeb(o)
	if err != nil {
		return nil, err
	}
	settings := api.DefaultConfig(o.APIKey)
	settings.BaseURL = o.BaseURL.Reveal()
	settings.HTTPClient = web
	return &Client{
		options:      o,
		api:          api.NewClientWithConfig(settings),
		limiter:      newLimiter(o.Concurrency, o.RPM, o.TPM),
		capabilities: newCapabilities(o.JSONMode),
	}, nil
}

// shown returns the base URL for messages.
func (c *Client) shown() string { return c.options.BaseURL.String() }

// Name returns the model's name as the endpoint knows it.
func (c *Client) Name() string { return c.options.Model }

// Complete calls the model; a failure that may pass is an *llm.Temporary, unless the
// endpoint has never accepted a connection. The error is
// fault.Unavailable if the endpoint is down, rejects the key or lacks the model;
// fault.WindowTooSmall if the call exceeds the model's context; fault.BadReply if the model
// refuses or replies with no text; and fault.Invalid if the endpoint rejects the request.
func (c *Client) Complete(ctx context.Context, req llm.Request) (llm.Reply, error) {
	const op = "openai.Complete"
	if err := c.reach(ctx); err != nil {
		return llm.Reply{}, fault.Wrap(err, op, "")
	}
	reply, err := c.negotiate(ctx, req)
	return reply, c.failed(ctx, op, err)
}

// reach returns fault.Unavailable, within seconds, for an endpoint that has never accepted a
// connection: its address is more likely wrong than its outage short.
func (c *Client) reach(ctx context.Context) error {
	if c.reached.Load() {
		return nil
	}
	err := config.Reach(ctx, c.options.BaseURL, "--llm-base-url")
	c.reached.Store(err == nil)
	if e, ok := errors.AsType[*fault.Error](err); ok && c.options.APIKey == "" && strings.HasPrefix(c.options.BaseURL.String(), "https:") {
		e.Hint = NoKey(c.options.BaseURL.String()) + ", and see whether this machine reaches the address"
	}
	return err
}

// NoKey is the hint that no key is set for an endpoint, by its address.
func NoKey(address string) string {
	return "no API key is set for " + address + ": set GROVE_LLM_API_KEY"
}
