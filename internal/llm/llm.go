// Package llm calls language models. A model is anything that implements Model, a prompt
// anything that implements Prompt; prompts are defined in the package that uses them.
package llm

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"hash"
	"math"
	"regexp"

	"grove/internal/llm/offline"
)

// Message is one message of a chat.
type Message struct {
	// Role is "system", "user" or "assistant".
	Role    string `json:"role"`
	Content string `json:"content"`
	// added is the length of the end of Content that no file of instructions replaces.
	added int
}

// System returns a system message: the instructions, which are the same in all calls of a prompt's name, and what the program
// adds to them, such as the form of the reply, also where a file replaces them.
func System(instructions, added string) Message {
	return Message{"system", instructions + added, len(added)}
}

// parts returns the instructions of a system message, and what is added to them.
func (m Message) parts() (instructions, added string) {
	at := len(m.Content) - m.added
	return m.Content[:at], m.Content[at:]
}

// User returns a user message.
func User(content string) Message { return Message{Role: "user", Content: content} }

// Limits are the decoding settings of a prompt.
type Limits struct {
	// Temperature is the sampling temperature, 0 to 2.
	Temperature float64
	// MaxTokens bounds the reply, in tokens; at least 1.
	MaxTokens int
}

// Form is what a prompt is called, and the form of its reply.
type Form struct {
	// Name is a stable name that ends in a version, such as "graphreader.plan/1". Usage is
	// counted by the part before the slash, the stage.
	Name   string
	Limits Limits
	// Schema is the JSON Schema of the reply, "" for free text.
	Schema string
}

// Prompt is a call to a model together with the parser of its reply.
type Prompt[T any] interface {
	Form() Form
	Messages() []Message
	// Parse parses a model's reply. It must accept any text, and must not panic.
	Parse(reply string) (T, error)
	// Offline computes the answer without a language model. It must be deterministic.
	Offline(kit *offline.Kit) T
}

// Chunked is a prompt that lists the chunks whose text its messages contain, so that stored
// replies can be found by chunk.
type Chunked interface {
	// Chunks returns the ids of all these chunks.
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
	// Chunks are the ids of the chunks whose text the messages contain, nil if the prompt is
	// not Chunked; they are no part of Key.
	Chunks []string
	// Fresh bypasses caches of replies.
	Fresh bool
}

// Reply is a model's reply with its usage. In JSON it has what is stored of it.
type Reply struct {
	Text             string `json:"text"`
	PromptTokens     int    `json:"prompt_tokens"`
	CompletionTokens int    `json:"completion_tokens"`
	// Truncated is true for a reply that was cut at its token limit.
	Truncated bool `json:"truncated,omitempty"`
	// PrefixTokens are those of PromptTokens that the endpoint had in its own cache, at a lower price.
	PrefixTokens int `json:"-"`
	// Cached is true for a stored reply, which costs nothing.
	Cached bool `json:"-"`
}

// Model is a chat model.
type Model interface {
	// Name returns the model's name, as in reports.
	Name() string
	// Complete makes one call and returns its reply. The reply of a failed call has the tokens of what came from
	// the endpoint, zero if nothing came. An error that a repeated call may avoid wraps a *Temporary.
	Complete(context.Context, Request) (Reply, error)
}

// OfflineName is the model's name in reports if no language model was used.
const OfflineName = "offline"

// Key returns the cache key of a request to a model: 64 hex digits of SHA-256 over the model's
// name and every field that affects the reply. Each field is preceded by its length, so that
// different requests have different input. Fresh and Chunks are no part of it.
func (r Request) Key(model string) string {
	h := sha256.New()
	field(h, model)
	field(h, r.Name)
	field(h, string(r.ReplySchema))
	number(h, math.Float64bits(r.Temperature))
	number(h, uint64(r.MaxTokens))
	number(h, uint64(len(r.Messages)))
	for _, m := range r.Messages {
		field(h, m.Role)
		field(h, m.Content)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// A hash never fails to write.
func field(h hash.Hash, s string) {
	number(h, uint64(len(s)))
	h.Write([]byte(s))
}

func number(h hash.Hash, n uint64) {
	h.Write(binary.BigEndian.AppendUint64(nil, n))
}

// fence delimits a text; bars match fences within a text.
const fence = "====="

var bars = regexp.MustCompile(`={5,}`)

// Fenced delimits a text of documents in a prompt by two fences. Fences within the text are
// escaped, so that it cannot pretend to end.
func Fenced(name, body string) string {
	return fence + " " + name + "\n" + Defused(body) + "\n" + fence
}

// Defused returns a text with its fences escaped, as in Fenced; it may have more tokens.
func Defused(body string) string { return bars.ReplaceAllString(body, "= = =") }
