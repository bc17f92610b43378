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

// negotiate makes the call in the way the endpoint takes it: after a refusal it
// asks in a plainer way, and what worked is remembered.
func (c *Client) negotiate(ctx context.Context, req llm.Request) (llm.Reply, error) {
	d := c.manners.now(req)
	var unexplained error // the refusal that a guess tries to explain
	for {
		reply, err := c.send(ctx, req, d)
		if err == nil {
			c.manners.learn(req, d)
			return reply, nil
		}
		next, ok := c.adapt(d, err)
		if !ok {
			if next, ok = c.manners.guess(d, err); ok {
				unexplained = cmp.Or(unexplained, err)
			}
		}
		if !ok {
			return llm.Reply{}, firstOf(unexplained, err, c.judge(err).retry)
		}
		d = next
	}
}

// firstOf is the error to report: a guess that failed too explains nothing,
// unless it failed for a passing reason.
func firstOf(unexplained, err error, passing bool) error {
	if unexplained != nil && !passing && !fault.Is(err, fault.Canceled) {
		return unexplained
	}
	return err
}

// adapt also reads the refusals of the vendor's client, which knows some models by name.
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
	return c.manners.adapt(d, err)
}

// send makes one call within the limits.
func (c *Client) send(ctx context.Context, req llm.Request, d dialect) (llm.Reply, error) {
	release, err := c.turn(ctx, req)
	if err != nil {
		return llm.Reply{}, err
	}
	defer release()
	stage, _, _ := strings.Cut(req.Name, "/")
	limit := cmp.Or(c.options.StageTimeouts[stage], c.options.Timeout)
	call, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	response, err := c.api.CreateChatCompletion(call, c.chat(req, d))
	if err = lateOr(ctx, call, limit, err); err != nil {
		if f := c.judge(err); f.retry && f.after > 0 {
			c.limiter.pause(f.after) // before the slot is free: the next call must wait too
		}
		return llm.Reply{}, err
	}
	return c.read(req, response)
}

// turn waits until a call may be made: by the limits, and by the context's gate, which may
// have closed meanwhile. No call waits at the gate in another one's place.
func (c *Client) turn(ctx context.Context, req llm.Request) (release func(), err error) {
	for {
		release, err := c.limiter.acquire(ctx, func() int { return c.promptTokens(req) + req.MaxTokens })
		if err != nil || !llm.Held(ctx) {
			return release, err
		}
		release()
		if err := llm.PassGate(ctx); err != nil {
			return nil, err
		}
	}
}

// chat puts a request into the endpoint's words.
func (c *Client) chat(req llm.Request, d dialect) api.ChatCompletionRequest {
	out := api.ChatCompletionRequest{Model: c.options.Model}
	messages := req.Messages
	if d.noSystem {
		messages = foldSystem(messages)
	}
	for _, m := range messages {
		out.Messages = append(out.Messages, api.ChatCompletionMessage{Role: m.Role, Content: m.Content})
	}
	if d.completionTokens {
		out.MaxCompletionTokens = req.MaxTokens
	} else {
		//lint:ignore SA1019 endpoints other than OpenAI's know this name alone
		out.MaxTokens = req.MaxTokens
	}
	if !d.noTemperature {
		out.Temperature = cmp.Or(float32(req.Temperature), greedy)
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

// foldSystem puts what the system says before the message that follows it.
func foldSystem(messages []llm.Message) []llm.Message {
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

// schemaName makes a prompt's name fit for a schema's: at most 64 letters,
// digits, _ and -.
func schemaName(prompt string) string {
	name := strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-') {
			return r
		}
		return '_'
	}, prompt)
	return cmp.Or(name[:min(len(name), 64)], "reply")
}

// lateOr names a call that ran out of its own time while the caller still waits.
func lateOr(ctx, call context.Context, limit time.Duration, err error) error {
	if err != nil && ctx.Err() == nil && call.Err() != nil {
		return &timeoutError{limit}
	}
	return err
}
