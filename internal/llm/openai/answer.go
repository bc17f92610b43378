package openai

import (
	"errors"
	"strings"

	api "github.com/sashabaranov/go-openai"

	"grove/internal/llm"
)

// messageOverhead is the number of tokens that the chat format adds to a message, by OpenAI's
// counting of cl100k chats, rounded up.
const messageOverhead = 4

// read extracts the reply from a response. A reply without text is an error, with its tokens.
func (c *Client) read(req llm.Request, r api.ChatCompletionResponse) (llm.Reply, error) {
	reply := llm.Reply{PromptTokens: r.Usage.PromptTokens, CompletionTokens: r.Usage.CompletionTokens}
	if details := r.Usage.PromptTokensDetails; details != nil {
		reply.PrefixTokens = min(max(0, details.CachedTokens), reply.PromptTokens)
	}
	if reply.PromptTokens <= 0 {
		reply.PromptTokens = c.promptTokens(req)
	}
	if len(r.Choices) == 0 {
		return reply, &replyError{why: "the response has no choices"}
	}
	choice := r.Choices[0]
	text := content(choice.Message)
	if reply.CompletionTokens <= 0 {
		reply.CompletionTokens = c.options.Counter(text) + c.options.Counter(choice.Message.ReasoningContent)
	}
	reply.Text, reply.Truncated = stripReasoning(text), truncated(choice.FinishReason)
	if strings.TrimSpace(reply.Text) != "" || reply.Truncated {
		return reply, nil
	}
	switch {
	case choice.Message.Refusal != "":
		return reply, &refusedError{secret(c.options.APIKey).sanitize(choice.Message.Refusal)}
	case choice.FinishReason == api.FinishReasonContentFilter:
		return reply, &refusedError{"stopped by a content filter"}
	}
	return reply, &emptyError{model: c.options.Model, finish: string(choice.FinishReason), tokens: reply.CompletionTokens,
		reasoned: text != "" || choice.Message.ReasoningContent != ""}
}

// broken returns the tokens of a call whose response could not be read: those of the prompt and of what came, at most the
// reply limit. It is zero if no reply came.
func (c *Client) broken(req llm.Request, err error) llm.Reply {
	var body []byte
	if e, ok := errors.AsType[*replyError](err); ok {
		body = e.body
	} else if e, ok := errors.AsType[*networkError](err); ok {
		body = e.body
	} else if e, ok := errors.AsType[*timeoutError](err); ok {
		body = e.body
	}
	if e, ok := errors.AsType[*statusError](err); ok && e.filtered() {
		body = []byte{} // what a filter refuses is charged for too
	}
	if body == nil {
		return llm.Reply{}
	}
	body = body[:min(len(body), maxCounted)]
	return llm.Reply{PromptTokens: c.promptTokens(req), CompletionTokens: min(c.options.Counter(string(body)), req.MaxTokens)}
}

// maxCounted bounds the part of a broken response whose tokens are counted, in bytes: more than any reply limit.
const maxCounted = 1 << 17

// truncated reports whether a reply was cut at its limit, also by the reasons of other
// protocols, which some gateways pass on.
func truncated(r api.FinishReason) bool {
	switch strings.ToLower(string(r)) {
	case "length", "max_tokens", "max_output_tokens":
		return true
	}
	return false
}

// content returns a message's text; some endpoints send it in parts.
func content(m api.ChatCompletionMessage) string {
	text := m.Content
	for _, part := range m.MultiContent {
		if part.Type == api.ChatMessagePartTypeText {
			text += part.Text
		}
	}
	return text
}

// promptTokens estimates the number of tokens of a call's prompt.
func (c *Client) promptTokens(req llm.Request) int {
	n := c.options.Counter(string(req.ReplySchema))
	for _, m := range req.Messages {
		n += messageOverhead + c.options.Counter(m.Role) + c.options.Counter(m.Content)
	}
	return n
}
