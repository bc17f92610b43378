package llm

import (
	"context"
	"fmt"
	"sync"

	"grove/internal/fault"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// Client calls one model, or answers offline if Model is nil. It is safe for concurrent use.
type Client struct {
	// Model is nil for the offline kit.
	Model Model
	// Kit answers offline; required.
	Kit *offline.Kit
	// Counter counts tokens; required.
	Counter *text.Counter
	// OfflineCache, if set, stores the kit's answers; for benchmarks.
	OfflineCache *OfflineCache
}

// ModelName returns the model's name, or OfflineName.
func (c *Client) ModelName() string {
	if c.Model == nil {
		return OfflineName
	}
	return c.Model.Name()
}

// Session makes the calls of one question or job: it enforces the bounds and counts the usage.
// It is safe for concurrent use.
type Session struct {
	client *Client
	bounds Bounds
	mu     sync.Mutex
	usage  Usage
	calls  int
	// pending is the most that the calls in flight may cost together.
	pending Usage
	// reserve is withheld from calls; reached is the error of the first bound that was reached.
	reserve Reserve
	reached error
	// widest is the largest call so far, in tokens.
	widest int
	// callEnded, if set, is closed when a call in flight ends.
	callEnded chan struct{}
	// tokens caches the sizes of repeated texts.
	tokens sizes
}

// Session returns a session with the bounds.
func (c *Client) Session(b Bounds) *Session { return &Session{client: c, bounds: b} }

// Usage counts calls and their tokens. An offline answer counts as a call with the prompt
// tokens that a model would have received (Size.Messages), and no completion tokens.
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

// Usage returns the usage so far.
func (s *Session) Usage() Usage {
	s.mu.Lock()
	defer s.mu.Unlock()
	var copied Usage
	copied.Add(s.usage)
	return copied
}

// Paid returns the number of prompt and completion tokens paid for so far.
func (s *Session) Paid() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.usage.PaidPrompt + s.usage.PaidCompletion
}

// Widest returns the size of the largest call so far, in tokens as in Bounds.Window.
func (s *Session) Widest() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.widest
}

// ModelName returns the model's name, or OfflineName.
func (s *Session) ModelName() string { return s.client.ModelName() }

// Window returns the bound on each call, in tokens; 0 for none.
func (s *Session) Window() int { return s.bounds.Window }

// Ask makes the call of a prompt and parses the reply. A call over the window is
// fault.WindowTooSmall and one over another bound fault.LimitReached, both before anything is
// sent; a reply that cannot be parsed is fault.BadReply.
func Ask[T any](ctx context.Context, s *Session, p Prompt[T]) (T, error) {
	answer, _, err := AskReply(ctx, s, p)
	return answer, err
}

// AskReply is Ask that also returns the reply, with fault.BadReply too. Offline it is zero.
func AskReply[T any](ctx context.Context, s *Session, p Prompt[T]) (T, Reply, error) {
	op := "llm.Ask " + p.Name()
	var zero T
	if err := AwaitGate(ctx); err != nil {
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
			fmt.Sprintf("the call needs %d tokens, the window is %d", cost, w), "set a larger window")
	}
	most := Usage{PromptTokens: size.Messages + size.Schema, CompletionTokens: size.Reply}
	if err := s.reserveCall(ctx, cost, most); err != nil {
		return zero, Reply{}, fault.Wrap(err, op, "")
	}
	if s.client.Model == nil {
		s.record(p.Name(), most, Usage{Calls: 1, PromptTokens: size.Messages})
		return answerOffline(s.client, request, p), Reply{}, nil
	}
	timed, cancel := s.withDeadline(ctx)
	reply, err := s.client.Model.Complete(timed, request)
	expired := err != nil && timed.Err() != nil && ctx.Err() == nil
	cancel()
	switch {
	case fault.Is(err, fault.BadReply):
		// A refusal is paid for: at least its prompt.
		s.record(p.Name(), most, Usage{Calls: 1, PromptTokens: size.Messages})
	case err != nil:
		s.record(p.Name(), most, Usage{})
	}
	if expired {
		return zero, Reply{}, fault.Wrap(s.timeExpired(), op, "")
	}
	if fault.Is(err, fault.Canceled) && ctx.Err() == nil {
		// The client's own timeout is an outage; the caller did not cancel.
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
