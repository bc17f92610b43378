package openai

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"
	"unicode"

	api "github.com/sashabaranov/go-openai"

	"grove/internal/fault"
	"grove/internal/llm"
)

// negotiate makes a call in a dialect that the endpoint supports: if a parameter is rejected
// it tries a simpler dialect, and records the one that worked.
func (c *Client) negotiate(ctx context.Context, req llm.Request) (llm.Reply, error) {
	d := c.capabilities.now(req)
	var unexplained error // the error before the first guess
	for {
		reply, err := c.send(ctx, req, d)
		if err == nil {
			c.capabilities.learn(req, d)
			return reply, nil
		}
		next, ok := c.adapt(d, err)
		if !ok {
			if next, ok = c.capabilities.guess(d, err); ok {
				unexplained = cmp.Or(unexplained, err)
			}
		}
		if !ok {
			// A guess that failed too explains nothing, unless its failure is temporary.
			if unexplained != nil && !c.classify(err).retry && !fault.Is(err, fault.Canceled) {
				err = unexplained
			}
			return reply, err
		}
		d = next
	}
}

// adapt also handles errors of the API library, which rejects parameters of some models by
// their names.
func (c *Client) adapt(d dialect, err error) (dialect, bool) {
	switch {
	case errors.Is(err, api.ErrReasoningModelMaxTokensDeprecated) && !d.completionTokens:
		d.completionTokens = true
		return d, true
	case (errors.Is(err, api.ErrReasoningModelLimitationsOther) || errors.Is(err, api.ErrReasoningSamplingUnsupported)) &&
		!d.noTemperature:
		d.noTemperature = true
		return d, true
	}
	return c.capabilities.adapt(d, err)
}

// send makes one call within the rate limits.
func (c *Client) send(ctx context.Context, req llm.Request, d dialect) (llm.Reply, error) {
	release, err := c.acquire(ctx, req)
	if err != nil {
		return llm.Reply{}, err
	}
	defer release()
	call, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	response, err := c.api.CreateChatCompletion(call, c.chat(req, d))
	if err = timeoutOr(ctx, call, c.options.Timeout, err); err != nil {
		if f := c.classify(err); f.retry && f.after > 0 {
			c.limiter.pause(f.after) // before the slot is free: the next call must wait too
		}
		return c.broken(req, err), err
	}
	return c.read(req, response)
}

// acquire waits until the limits and the context's gate allow a call. A call that waits at the
// gate holds no slot.
func (c *Client) acquire(ctx context.Context, req llm.Request) (release func(), err error) {
	for {
		release, err := c.limiter.acquire(ctx, func() int { return c.promptTokens(req) + req.MaxTokens })
		if err != nil || !llm.GateClosed(ctx) {
			return release, err
		}
		release()
		if err := llm.AwaitGate(ctx); err != nil {
			return nil, err
		}
	}
}

// chat converts a request to the API's form.
func (c *Client) chat(req llm.Request, d dialect) api.ChatCompletionRequest {
	out := api.ChatCompletionRequest{Model: c.options.Model}
	messages := req.Messages
	if d.noSystem {
		messages = mergeSystem(messages)
	}
	for _, m := range messages {
		out.Messages = append(out.Messages, api.ChatCompletionMessage{Role: m.Role, Content: m.Content})
	}
	if d.completionTokens {
		out.MaxCompletionTokens = req.MaxTokens
	} else {
		//lint:ignore SA1019 endpoints other than OpenAI's support only this name
		out.MaxTokens = req.MaxTokens
	}
	if !d.noTemperature {
		out.Temperature = cmp.Or(float32(req.Temperature), zeroTemperature)
	}
	if !d.noEffort {
		out.ReasoningEffort = c.options.Effort
	}
	switch d.format {
	case Schema:
		out.ResponseFormat = &api.ChatCompletionResponseFormat{
			Type: api.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &api.ChatCompletionResponseFormatJSONSchema{
				Name: schemaName(req.Name), Schema: json.RawMessage(req.ReplySchema),
			},
		}
	case Object:
		out.ResponseFormat = &api.ChatCompletionResponseFormat{Type: api.ChatCompletionResponseFormatTypeJSONObject}
	}
	return out
}

// mergeSystem prepends system messages to the messages that follow them.
func mergeSystem(messages []llm.Message) []llm.Message {
	var out []llm.Message
	system := ""
	for _, m := range messages {
		if m.Role == "system" {
			system += m.Content + "\n\n"
			continue
		}
		m.Content, system = system+m.Content, ""
		out = append(out, m)
	}
	if system != "" {
		out = append(out, llm.User(strings.TrimSuffix(system, "\n\n")))
	}
	return out
}

// schemaName turns a prompt's name into a valid schema name: at most 64 ASCII letters, digits,
// _ and -.
func schemaName(prompt string) string {
	name := strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-') {
			return r
		}
		return '_'
	}, prompt)
	return cmp.Or(name[:min(len(name), 64)], "reply")
}

// timeoutOr returns a timeoutError if the call's own time limit caused err, else err.
func timeoutOr(ctx, call context.Context, limit time.Duration, err error) error {
	if err != nil && ctx.Err() == nil && call.Err() != nil {
		late := &timeoutError{limit: limit}
		if net, ok := errors.AsType[*networkError](err); ok {
			late.body = net.body
		}
		return late
	}
	return err
}
