// Package llm asks language models. It knows a model only by the Model
// interface and a prompt only by the Prompt interface; the prompts themselves
// are values beside the step or agent that uses them.
package llm

import (
	"context"
	"encoding/json"

	"grove/internal/llm/offline"
)

// Message is one message of a chat.
type Message struct {
	// Role is "system", "user" or "assistant".
	Role    string `json:"role"`
	Content string `json:"content"`
}

// System and User make messages.
func System(content string) Message { return Message{"system", content} }

// User makes a user message.
func User(content string) Message { return Message{"user", content} }

// Limits are the decoding settings of a prompt.
type Limits struct {
	// Temperature is the sampling temperature, 0 to 2.
	Temperature float64
	// MaxTokens bounds the reply, in tokens; at least 1.
	MaxTokens int
}

// Prompt is one question to a model and the reading of its answer.
type Prompt[T any] interface {
	// Name is stable and ends in a version, such as "graphreader.plan/1"; usage is
	// counted under the part before the slash.
	Name() string
	Messages() []Message
	// ReplySchema is the JSON Schema of the reply, or nil for free text.
	ReplySchema() json.RawMessage
	Limits() Limits
	// Parse reads a model's reply. It must take anything and fail with an error, never a panic.
	Parse(reply string) (T, error)
	// Offline gives the answer without a language model, by classic language
	// processing. It must be deterministic.
	Offline(kit *offline.Kit) T
}

// Chunked is a prompt that names the chunks whose text its messages hold, so that a reply
// that was stored can be found again by them.
type Chunked interface {
	// Chunks returns the ids of the chunks; none may be left out.
	Chunks() []string
}

// Request is a call to a model.
type Request struct {
	Messages []Message
	// ReplySchema is nil for free text.
	ReplySchema json.RawMessage
	Limits
	// Name is the prompt's name.
	Name string
	// Chunks are the ids of the chunks whose text the messages hold, as far as the prompt
	// tells (see Chunked); they are no part of Key.
	Chunks []string
	// Fresh asks a cache of replies not to answer from what it holds.
	Fresh bool
}

// Reply is a model's answer and what it counted.
type Reply struct {
	Text                           string
	PromptTokens, CompletionTokens int
	// Cached is true for a reply that was paid for before.
	Cached bool
	// Truncated is true for a reply that the model broke off at its limit.
	Truncated bool
}

// Model is anything that completes a chat.
type Model interface {
	// Name is the model's name, as results report it.
	Name() string
	Complete(context.Context, Request) (Reply, error)
}

// OfflineName is the name under which results report that no language model was used.
const OfflineName = "offline"
