package openai

import (
	"strings"

	api "github.com/sashabaranov/go-openai"

	"grove/internal/llm"
)

// messageOverhead is the number of tokens that the chat format adds to a message, by OpenAI's
// counting of cl100k chats, rounded up.
const messageOverhead = 4

// read extracts the reply from a response.
func (c *Client) read(req llm.Request, r api.ChatCompletionResponse) (llm.Reply, error) {
	if len(r.Choices) == 0 {
		return llm.Reply{}, &replyError{"the response has no choices"}
	}
	choice := r.Choices[0]
	text := content(choice.Message)
	reply := llm.Reply{
		Text:             stripReasoning(text),
		PromptTokens:     r.Usage.PromptTokens,
		CompletionTokens: r.Usage.CompletionTokens,
		Truncated:        truncated(choice.FinishReason),
	}
	if strings.TrimSpace(reply.Text) == "" && !reply.Truncated {
		switch {
		case choice.Message.Refusal != "":
			return llm.Reply{}, &refusedError{secret(c.options.APIKey).sanitize(choice.Message.Refusal)}
		case choice.FinishReason == api.FinishReasonContentFilter:
			return llm.Reply{}, &refusedError{"stopped by a content filter"}
		}
		return llm.Reply{}, errEmpty
	}
	if reply.PromptTokens <= 0 {
		reply.PromptTokens = c.promptTokens(req)
	}
	if reply.CompletionTokens <= 0 {
		reply.CompletionTokens = c.options.Counter(text)
	}
	return reply, nil
}

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
