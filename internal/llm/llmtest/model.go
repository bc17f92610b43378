package llmtest

import (
	"context"
	"encoding/json"
	"strings"
	"sync"

	"grove/internal/lists"
	"grove/internal/llm"
)

// Model is an llm.Model whose replies a function gives. It records its requests and is safe
// for concurrent use.
type Model struct {
	// Reply returns the reply to a request. The stage is the prompt's name without the part up
	// to the first dot and the version: "answer" for "tree.answer/2".
	Reply func(stage string, r llm.Request) (string, error)

	mu       sync.Mutex
	requests []llm.Request
}

// Sequence returns a Model that gives the replies one after the other, and the last one again
// for every further request.
func Sequence(replies ...string) *Model {
	m := &Model{}
	m.Reply = func(string, llm.Request) (string, error) {
		return replies[min(len(m.Requests()), len(replies))-1], nil
	}
	return m
}

// Name returns "scripted".
func (*Model) Name() string { return "scripted" }

// Complete returns the reply with a usage of one token for the prompt and one for the reply.
func (m *Model) Complete(ctx context.Context, r llm.Request) (llm.Reply, error) {
	if err := ctx.Err(); err != nil {
		return llm.Reply{}, err
	}
	m.mu.Lock()
	m.requests = append(m.requests, r)
	m.mu.Unlock()
	reply, err := m.Reply(Stage(r), r)
	return llm.Reply{Text: reply, PromptTokens: 1, CompletionTokens: 1}, err
}

// Requests returns the requests so far, in their order.
func (m *Model) Requests() []llm.Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]llm.Request(nil), m.requests...)
}

// Count returns the number of requests of a stage.
func (m *Model) Count(stage string) (n int) {
	return lists.Count(m.Requests(), func(r llm.Request) bool { return Stage(r) == stage })
}

// Stage returns the stage of a request; see Model.
func Stage(r llm.Request) string {
	name, _, _ := strings.Cut(r.Name, "/")
	_, stage, _ := strings.Cut(name, ".")
	return stage
}

// PromptText returns the contents of a request's messages, each followed by a line end.
func PromptText(r llm.Request) string {
	var b strings.Builder
	for _, m := range r.Messages {
		b.WriteString(m.Content + "\n")
	}
	return b.String()
}

// JSON encodes a value as the text of a reply. It panics on a value that JSON cannot hold.
func JSON(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(raw)
}
