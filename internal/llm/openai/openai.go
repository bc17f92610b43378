// Package openai asks language models behind any endpoint that speaks OpenAI's
// chat protocol: hosted services, gateways and local servers alike.
//
// All calls of one Client share its limits. What an endpoint does not know (a
// reply schema, a name for the reply limit, a temperature) is found out from
// its refusals and remembered for the Client's life. The API key appears in no
// error.
package openai

import (
	"context"

	api "github.com/sashabaranov/go-openai"

	"grove/internal/llm"
)

// Client is a model behind an endpoint. It is safe for concurrent use.
type Client struct {
	options Options
	// shown is the base URL for people, without a password.
	shown   string
	api     *api.Client
	limiter *limiter
	manners *manners
}

var _ llm.Model = (*Client)(nil)

// New checks the options and makes a client; it calls nobody. Options that
// cannot work are fault.Invalid.
func New(o Options) (*Client, error) {
	o, shown, err := o.complete()
	if err != nil {
		return nil, err
	}
	web, err := newWeb(o)
	if err != nil {
		return nil, err
	}
	config := api.DefaultConfig(o.APIKey)
	config.BaseURL = o.BaseURL
	config.HTTPClient = web
	return &Client{
		options: o,
		shown:   shown,
		api:     api.NewClientWithConfig(config),
		limiter: newLimiter(o.Concurrency, o.RPM, o.TPM),
		manners: newManners(o.JSONMode),
	}, nil
}

// Name is the model's name as the endpoint knows it.
func (c *Client) Name() string { return c.options.Model }

// Complete asks the model, several times where the endpoint is out of order.
// What does not mend is fault.Unavailable for an endpoint that is down, refuses
// the key or lacks the model; fault.WindowTooSmall for a call that is too long
// for the model; fault.BadReply where the model refuses or says nothing; and
// fault.Invalid for a request that the endpoint does not take.
func (c *Client) Complete(ctx context.Context, req llm.Request) (llm.Reply, error) {
	return retry(ctx, c, "openai.Complete", c.options.Retries, func() (llm.Reply, error) {
		return c.negotiate(ctx, req)
	})
}
