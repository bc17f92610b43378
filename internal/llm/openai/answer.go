package openai

import (
	"strings"

	api "github.com/sashabaranov/go-openai"

	"grove/internal/llm"
)

// Tokens that the chat format adds to each message, by OpenAI's counting of
// cl100k chats, rounded up.
const messageOverhead = 4

// read takes the answer out of a response.
func (c *Client) read(req llm.Request, r api.ChatCompletionResponse) (llm.Reply, error) {
	if len(r.Choices) == 0 {
		return llm.Reply{}, &replyError{"the response holds no choice"}
	}
	choice := r.Choices[0]
	said := content(choice.Message)
	reply := llm.Reply{
		Text:             stripReasoning(said),
		PromptTokens:     r.Usage.PromptTokens,
		CompletionTokens: r.Usage.CompletionTokens,
		Truncated:        brokenOff(choice.FinishReason),
	}
	if strings.TrimSpace(reply.Text) == "" && !reply.Truncated {
		switch {
		case choice.Message.Refusal != "":
			return llm.Reply{}, &refusedError{secret(c.options.APIKey).plain(choice.Message.Refusal)}
		case choice.FinishReason == api.FinishReasonContentFilter:
			return llm.Reply{}, &refusedError{"stopped by a content filter"}
		}
		return llm.Reply{}, &emptyError{}
	}
	if reply.PromptTokens <= 0 {
		reply.PromptTokens = c.promptTokens(req)
	}
	if reply.CompletionTokens <= 0 {
		reply.CompletionTokens = c.options.Counter(said)
	}
	return reply, nil
}

// brokenOff also knows the reasons of gateways that pass on another protocol's.
func brokenOff(r api.FinishReason) bool {
	switch strings.ToLower(string(r)) {
	case "length", "max_tokens", "max_output_tokens":
		return true
	}
	return false
}

// content is a message's text, also where it comes in parts.
func content(m api.ChatCompletionMessage) string {
	text := m.Content
	for _, part := range m.MultiContent {
		if part.Type == api.ChatMessagePartTypeText {
			text += part.Text
		}
	}
	return text
}

// promptTokens estimates a call's prompt.
func (c *Client) promptTokens(req llm.Request) int {
	n := c.options.Counter(string(req.ReplySchema))
	for _, m := range req.Messages {
		n += messageOverhead + c.options.Counter(m.Role) + c.options.Counter(m.Content)
	}
	return n
}
