// Package querytest has what tests of agents share: a model whose replies they give, and an agent with what it works with.
package querytest

import (
	"context"
	"encoding/json"
	"strings"
	"sync"

	"grove/internal/llm"
	"grove/query"
)

// Model is a model whose replies a function gives. It keeps what it was asked,
// and is safe for concurrent use.
type Model struct {
	// Reply answers a request; stage is the prompt's name without the agent before
	// it and the version behind it: "answer" for "tree.answer/2".
	Reply func(stage string, r llm.Request) (string, error)

	mu    sync.Mutex
	asked []llm.Request
}

// Name is "scripted".
func (*Model) Name() string { return "scripted" }

// Complete gives the reply, at the price of a token for each side.
func (m *Model) Complete(ctx context.Context, r llm.Request) (llm.Reply, error) {
	if err := ctx.Err(); err != nil {
		return llm.Reply{}, err
	}
	m.mu.Lock()
	m.asked = append(m.asked, r)
	m.mu.Unlock()
	reply, err := m.Reply(Stage(r), r)
	return llm.Reply{Text: reply, PromptTokens: 1, CompletionTokens: 1}, err
}

// Asked are the requests so far.
func (m *Model) Asked() []llm.Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]llm.Request(nil), m.asked...)
}

// Count is the number of requests of a stage.
func (m *Model) Count(stage string) (n int) {
	for _, r := range m.Asked() {
		if Stage(r) == stage {
			n++
		}
	}
	return n
}

// Stage is the stage of a request.
func Stage(r llm.Request) string {
	name, _, _ := strings.Cut(r.Name, "/")
	_, stage, _ := strings.Cut(name, ".")
	return stage
}

// Prompt is what a request says, its messages one below the other.
func Prompt(r llm.Request) string {
	var b strings.Builder
	for _, m := range r.Messages {
		b.WriteString(m.Content + "\n")
	}
	return b.String()
}

// Object is a value as the JSON of a reply; it must be one that JSON can write.
func Object(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// Agent is an agent with what it works with.
type Agent struct {
	query.Agent
	query.Deps
}

// Answer answers a question.
func (a Agent) Answer(ctx context.Context, q query.Question, o query.Options) (query.Answer, error) {
	return a.Agent.Answer(ctx, a.Deps, q, o)
}
