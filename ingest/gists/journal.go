package gists

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"unicode/utf8"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
)

// work is the document that calls are made for.
type work struct {
	document graph.ID
	// chunks have no text.
	chunks []graph.Chunk

	mu      sync.Mutex
	replies map[graph.ID]bool
}

// used returns the replies on which the episodes rest, sorted.
func (w *work) used() []graph.ID {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Sorted(maps.Keys(w.replies))
}

func (w *work) use(id graph.ID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.replies == nil {
		w.replies = map[graph.ID]bool{}
	}
	w.replies[id] = true
}

// call is the value of a context of a call: the document, and where the text of the call begins.
type call struct {
	*work
	start func() int64
}

type callKey struct{}

// from returns a context for calls about the text from a place on.
func (w *work) from(ctx context.Context, start func() int64) context.Context {
	return context.WithValue(ctx, callKey{}, call{w, start})
}

// shown returns the chunks that share text with the messages of a call, at most.
func (c call) shown(messages []llm.Message) (ids []string) {
	start := int(c.start())
	end := start
	for _, m := range messages {
		if m.Role == "user" {
			end += utf8.RuneCountInString(m.Content)
		}
	}
	for _, k := range c.chunks {
		if k.Start < end && start < k.End {
			ids = append(ids, string(k.ID))
		}
	}
	return ids
}

// journal is a model whose replies are journalled, and asked for only once. Its slots bound the calls in flight.
type journal struct {
	llm.Model
	store Store
	slots chan struct{}
}

// entry is a journalled reply as JSON.
type entry struct {
	Text             string `json:"text"`
	PromptTokens     int    `json:"prompt_tokens"`
	CompletionTokens int    `json:"completion_tokens"`
	Truncated        bool   `json:"truncated,omitempty"`
}

// Complete returns the journalled reply of the document to this request, or makes the call and journals its reply.
func (j journal) Complete(ctx context.Context, r llm.Request) (llm.Reply, error) {
	const op = "gists.journal"
	c, ok := ctx.Value(callKey{}).(call)
	if !ok {
		return llm.Reply{}, fault.New(fault.Internal, op, r.Name, "a call for no document", "")
	}
	id := graph.EpisodeReplyID(c.document, r.Key(j.Name()))
	c.use(id)
	rows, err := j.store.EpisodeReplies(ctx, graph.EpisodeRepliesQuery{IDs: []graph.ID{id}})
	if err != nil {
		return llm.Reply{}, err
	}
	var e entry
	if len(rows) > 0 && json.Unmarshal([]byte(rows[0].Result), &e) == nil { // another one is asked for again
		return llm.Reply{Text: e.Text, PromptTokens: e.PromptTokens, CompletionTokens: e.CompletionTokens,
			Truncated: e.Truncated, Cached: true}, nil
	}
	select {
	case j.slots <- struct{}{}:
		defer func() { <-j.slots }()
	case <-ctx.Done():
	}
	if err := ctx.Err(); err != nil { // where both were ready, either may be chosen
		return llm.Reply{}, err
	}
	r.Chunks = c.shown(r.Messages)
	reply, err := j.Model.Complete(ctx, r)
	if err != nil {
		return reply, err
	}
	result, err := json.Marshal(entry{reply.Text, reply.PromptTokens, reply.CompletionTokens, reply.Truncated})
	if err != nil {
		return reply, fault.Wrap(err, op, string(c.document))
	}
	// What was paid for is journalled even if the work is canceled meanwhile.
	row := graph.EpisodeReply{ID: id, Document: c.document, Result: string(result)}
	return reply, j.store.JournalEpisodes(context.WithoutCancel(ctx), []graph.EpisodeReply{row})
}
