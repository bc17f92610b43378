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
	// Instructions replace those of prompts in calls of the model.
	Instructions Instructions
	// OfflineCache, if set, stores the kit's answers; for benchmarks.
	OfflineCache *OfflineCache
}

// With returns the client with another model.
func (c *Client) With(m Model) *Client {
	return &Client{Model: m, Kit: c.Kit, Counter: c.Counter, Instructions: c.Instructions}
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
	// unreadable is the number of replies since the last one that could be read, which were not cached.
	unreadable int
	// unread is the error of the last of them.
	unread error
	// widest is the largest call so far, in tokens.
	widest int
	// callEnded, if set, is closed when a call in flight ends.
	callEnded chan struct{}
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
	// PrefixTokens are those of PromptTokens that the endpoint had in its own cache.
	PrefixTokens int `json:"prefix_tokens,omitempty"`
	// PaidPrompt and PaidCompletion are the tokens of calls that were neither
	// cached nor offline, PaidPrefix the PrefixTokens of these.
	PaidPrompt     int `json:"-"`
	PaidCompletion int `json:"-"`
	PaidPrefix     int `json:"-"`
	// ByStage splits the same by prompt name; nil inside a stage.
	ByStage map[string]Usage `json:"by_stage,omitempty"`
}

// Add adds other's counts, stages included.
func (u *Usage) Add(other Usage) {
	u.Calls += other.Calls
	u.PromptTokens += other.PromptTokens
	u.CompletionTokens += other.CompletionTokens
	u.CachedCalls += other.CachedCalls
	u.PrefixTokens += other.PrefixTokens
	u.PaidPrompt += other.PaidPrompt
	u.PaidPrefix += other.PaidPrefix
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
	var zero T
	request := requestOf(s, p)
	op := "llm.Ask " + request.Name
	if chunked, ok := p.(Chunked); ok {
		request.Chunks = chunked.Chunks()
	}
	size := s.size(request)
	if w, cost := s.bounds.Window, size.Cost(); w > 0 && cost > w {
		return zero, Reply{}, fault.New(fault.WindowTooSmall, op, "",
			fmt.Sprintf("the call needs %d tokens, the window is %d", cost, w), "set a larger window")
	}
	if s.client.Model == nil {
		if err := s.countOffline(ctx, request.Name, size); err != nil {
			return zero, Reply{}, fault.Wrap(err, op, "")
		}
		return answerOffline(s.client, request, p), Reply{}, nil
	}
	reply, err := s.complete(ctx, request, size)
	if err != nil {
		return zero, reply, fault.Wrap(err, op, "")
	}
	answer, err := p.Parse(reply.Text)
	if err != nil {
		err = badReply(op, request.MaxTokens, reply, err)
		s.judge(reply, err)
		return zero, reply, err
	}
	s.judge(reply, nil)
	return answer, reply, nil
}

// badReply returns the error of a reply that could not be parsed.
func badReply(op string, limit int, reply Reply, cause error) error {
	e := &fault.Error{Kind: fault.BadReply, Op: op, Err: cause}
	if reply.Truncated {
		e.Err = fmt.Errorf("%w (finish reason length: cut at the reply limit of %d tokens)", cause, limit)
		e.Hint = "turn the model's reasoning off, make smaller chunks (--chunk-tokens), or choose another model"
	}
	return e
}

// countOffline counts a call that is answered without a model, within the bounds.
func (s *Session) countOffline(ctx context.Context, name string, size Size) error {
	if err := AwaitGate(ctx); err != nil {
		return err
	}
	if err := s.reserveCall(ctx, size.Cost(), size.most()); err != nil {
		return err
	}
	s.record(name, size.most(), Usage{Calls: 1, PromptTokens: size.Messages})
	return nil
}

// gateKey is the context key of the gate.
type gateKey struct{}

// WithGate returns a context in which every call waits for the gate before it is made, and
// is not made if the gate returns an error. An open gate must return nil at once, even if
// its context has ended. Calls in flight are not affected.
func WithGate(ctx context.Context, gate func(context.Context) error) context.Context {
	return context.WithValue(ctx, gateKey{}, gate)
}

// AwaitGate waits until the context's gate, if it has one, is open.
func AwaitGate(ctx context.Context) error {
	if gate, ok := ctx.Value(gateKey{}).(func(context.Context) error); ok {
		if err := gate(ctx); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// GateClosed reports whether the context's gate is closed now.
func GateClosed(ctx context.Context) bool {
	gate, ok := ctx.Value(gateKey{}).(func(context.Context) error)
	if !ok {
		return false
	}
	ended, end := context.WithCancel(ctx)
	end()
	return gate(ended) != nil
}

// OfflineCache stores the offline kit's answers by request, so that benchmarks can measure
// everything but the kit. It is safe for concurrent use; the zero value is empty.
type OfflineCache struct{ answers sync.Map }

// answerOffline answers by the client's kit, or from its cache.
func answerOffline[T any](c *Client, r Request, p Prompt[T]) T {
	if c.OfflineCache == nil {
		return p.Offline(c.Kit)
	}
	key := r.Key(OfflineName)
	if cached, ok := c.OfflineCache.answers.Load(key); ok {
		if answer, ok := cached.(T); ok {
			return answer
		}
	}
	answer := p.Offline(c.Kit)
	c.OfflineCache.answers.Store(key, answer)
	return answer
}
