package llm

import (
	"context"
	"fmt"
	"sync"

	"grove/internal/fault"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// Client asks one model, or answers offline where Model is nil. It is safe for
// concurrent use.
type Client struct {
	// Model is nil for the offline kit.
	Model Model
	// Kit answers offline; required.
	Kit *offline.Kit
	// Counter counts tokens; required.
	Counter *text.Counter
	// Rehearsal, if set, remembers what the kit answers. It is for benchmarks.
	Rehearsal *Rehearsal
}

// ModelName is the name results report.
func (c *Client) ModelName() string {
	if c.Model == nil {
		return OfflineName
	}
	return c.Model.Name()
}

// Session asks on behalf of one question or job: it keeps the bounds and adds
// up the usage. It is safe for concurrent use.
type Session struct {
	client *Client
	bounds Bounds
	mu     sync.Mutex
	usage  Usage
	calls  int
	// held are the calls in flight at their most: what they may still cost.
	held Usage
	// kept is set aside for a last call, reached the first bound that stopped one.
	kept    Reserve
	reached error
	// widest is the largest call seen, in tokens.
	widest int
	// landed, if set, is closed when a call in flight has ended.
	landed chan struct{}
	// tokens are the sizes of texts that come again.
	tokens sizes
}

// Session starts a session.
func (c *Client) Session(b Bounds) *Session { return &Session{client: c, bounds: b} }

// Usage is what calls cost. An offline answer counts as a call with the prompt
// tokens that a model would have been sent (Size.Messages), and no completion tokens.
type Usage struct {
	Calls            int `json:"calls"`
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
	CachedCalls      int `json:"cached_calls"`
	// PaidPrompt and PaidCompletion are the tokens of calls that were neither
	// cached nor offline.
	PaidPrompt     int `json:"-"`
	PaidCompletion int `json:"-"`
	// ByStage splits the same by prompt name; nil inside a stage.
	ByStage map[string]Usage `json:"by_stage,omitempty"`
}

// Add adds other's counts, stages included.
func (u *Usage) Add(other Usage) {
	u.Calls += other.Calls
	u.PromptTokens += other.PromptTokens
	u.CompletionTokens += other.CompletionTokens
	u.CachedCalls += other.CachedCalls
	u.PaidPrompt += other.PaidPrompt
	u.PaidCompletion += other.PaidCompletion
	for stage, s := range other.ByStage {
		if u.ByStage == nil {
			u.ByStage = map[string]Usage{}
		}
		sum := u.ByStage[stage]
		sum.Add(s)
		u.ByStage[stage] = sum
	}
}

// Usage is the usage so far.
func (s *Session) Usage() Usage {
	s.mu.Lock()
	defer s.mu.Unlock()
	var copied Usage
	copied.Add(s.usage)
	return copied
}

// Paid is the number of tokens, of prompts and replies, that were paid for so far.
func (s *Session) Paid() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.usage.PaidPrompt + s.usage.PaidCompletion
}

// Widest is the size in tokens of the largest call so far, counted as Bounds.Window is.
func (s *Session) Widest() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.widest
}

// ModelName is the name of the model that is asked, or OfflineName.
func (s *Session) ModelName() string { return s.client.ModelName() }

// Window is the bound on each call, 0 for none.
func (s *Session) Window() int { return s.bounds.Window }

// Ask asks the prompt and reads the answer. A call over the window is
// WindowTooSmall and one over the other bounds LimitReached, both before
// anything is sent; a reply that cannot be read is BadReply.
func Ask[T any](ctx context.Context, s *Session, p Prompt[T]) (T, error) {
	answer, _, err := AskReply(ctx, s, p)
	return answer, err
}

// AskReply is Ask that also gives the reply, which it has with a BadReply too.
// Offline there is none.
func AskReply[T any](ctx context.Context, s *Session, p Prompt[T]) (T, Reply, error) {
	op := "llm.Ask " + p.Name()
	var zero T
	if err := ctx.Err(); err != nil {
		return zero, Reply{}, fault.Wrap(err, op, "")
	}
	if err := PassGate(ctx); err != nil {
		return zero, Reply{}, fault.Wrap(err, op, "")
	}
	request := Request{Messages: p.Messages(), ReplySchema: p.ReplySchema(), Limits: p.Limits(), Name: p.Name(), Fresh: s.bounds.Fresh}
	if chunked, ok := p.(Chunked); ok {
		request.Chunks = chunked.Chunks()
	}
	size := s.size(request)
	cost := size.Cost()
	if w := s.bounds.Window; w > 0 && cost > w {
		return zero, Reply{}, fault.New(fault.WindowTooSmall, op, "",
			fmt.Sprintf("the call needs %d tokens, the window is %d", cost, w), "give a larger window")
	}
	most := Usage{PromptTokens: size.Messages + size.Schema, CompletionTokens: size.Reply}
	if err := s.take(ctx, cost, most); err != nil {
		return zero, Reply{}, fault.Wrap(err, op, "")
	}
	if s.client.Model == nil {
		s.record(p.Name(), most, Usage{Calls: 1, PromptTokens: size.Messages})
		return unsent(s.client, request, p), Reply{}, nil
	}
	timed, stop := s.timed(ctx)
	reply, err := s.client.Model.Complete(timed, request)
	late := err != nil && timed.Err() != nil && ctx.Err() == nil
	stop()
	switch {
	case fault.Is(err, fault.BadReply):
		// A refusal is an answer, and paid for: at least the prompt.
		s.record(p.Name(), most, Usage{Calls: 1, PromptTokens: size.Messages})
	case err != nil:
		s.record(p.Name(), most, Usage{})
	}
	if late {
		return zero, Reply{}, fault.Wrap(s.outOfTime(), op, "")
	}
	if fault.Is(err, fault.Canceled) && ctx.Err() == nil {
		// A time-out of the client's own is an outage, not the caller's wish.
		return zero, Reply{}, &fault.Error{Kind: fault.Unavailable, Op: op, Err: err, Hint: "the model did not answer in time"}
	}
	if err != nil {
		return zero, Reply{}, fault.Wrap(err, op, "")
	}
	u := Usage{Calls: 1, PromptTokens: reply.PromptTokens, CompletionTokens: reply.CompletionTokens}
	if reply.Cached {
		u.CachedCalls = 1
	}
	s.record(p.Name(), most, u)
	answer, err := p.Parse(reply.Text)
	if err != nil {
		return zero, reply, &fault.Error{Kind: fault.BadReply, Op: op, Err: err}
	}
	return answer, reply, nil
}
