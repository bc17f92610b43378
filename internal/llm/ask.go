package llm

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"grove/internal/fault"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// Tokens that the chat format adds, by OpenAI's counting of cl100k chats,
// rounded up: for each message, and once for the reply.
const (
	messageOverhead = 4
	replyOverhead   = 3
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
}

// ModelName is the name results report.
func (c *Client) ModelName() string {
	if c.Model == nil {
		return OfflineName
	}
	return c.Model.Name()
}

// Bounds limit the calls of one question or job.
type Bounds struct {
	// Window bounds each call, in tokens: messages with overhead, reply schema
	// and reply limit together. 0 is no bound.
	Window int
	// MaxCalls bounds the number of calls; 0 is no bound.
	MaxCalls int
}

// Session asks on behalf of one question or job: it keeps the bounds and adds
// up the usage. It is safe for concurrent use.
type Session struct {
	client *Client
	bounds Bounds
	mu     sync.Mutex
	usage  Usage
	calls  int
	// widest is the largest call seen, in tokens.
	widest int
}

// Session starts a session.
func (c *Client) Session(b Bounds) *Session { return &Session{client: c, bounds: b} }

// Usage is what calls cost. An offline answer counts as a call with the prompt
// tokens that a model would have been sent, and no completion tokens.
type Usage struct {
	Calls            int `json:"calls"`
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
	CachedCalls      int `json:"cached_calls"`
	// ByStage splits the same by prompt name; nil inside a stage.
	ByStage map[string]Usage `json:"by_stage,omitempty"`
}

// Add adds other's counts, stages included.
func (u *Usage) Add(other Usage) {
	u.Calls += other.Calls
	u.PromptTokens += other.PromptTokens
	u.CompletionTokens += other.CompletionTokens
	u.CachedCalls += other.CachedCalls
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

// Widest is the size in tokens of the largest call so far, counted as Bounds.Window is.
func (s *Session) Widest() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.widest
}

// Window is the bound on each call, 0 for none.
func (s *Session) Window() int { return s.bounds.Window }

// Count counts the tokens of a text.
func (s *Session) Count(t string) int { return s.client.Counter.Count(t) }

// Cost is the size of a call in tokens, as Bounds.Window counts it.
func Cost[T any](s *Session, p Prompt[T]) int { return promptTokens(s, p) + p.Limits().MaxTokens }

func promptTokens[T any](s *Session, p Prompt[T]) int {
	n := replyOverhead + s.Count(string(p.ReplySchema()))
	for _, m := range p.Messages() {
		n += messageOverhead + s.Count(m.Role) + s.Count(m.Content)
	}
	return n
}

// Ask asks the prompt and reads the answer. A call over the window is
// WindowTooSmall and one over the number of calls LimitReached, both before
// anything is sent; a reply that cannot be read is BadReply.
func Ask[T any](ctx context.Context, s *Session, p Prompt[T]) (T, error) {
	op := "llm.Ask " + p.Name()
	var zero T
	if err := ctx.Err(); err != nil {
		return zero, fault.Wrap(err, op, "")
	}
	prompt := promptTokens(s, p)
	cost := prompt + p.Limits().MaxTokens
	if w := s.bounds.Window; w > 0 && cost > w {
		return zero, fault.New(fault.WindowTooSmall, op, "",
			fmt.Sprintf("the call needs %d tokens, the window is %d", cost, w), "give a larger window")
	}
	if err := s.take(cost); err != nil {
		return zero, fault.Wrap(err, op, "")
	}
	if s.client.Model == nil {
		s.record(p.Name(), Usage{Calls: 1, PromptTokens: prompt})
		return p.Offline(s.client.Kit), nil
	}
	reply, err := s.client.Model.Complete(ctx, Request{p.Messages(), p.ReplySchema(), p.Limits(), p.Name()})
	if fault.Is(err, fault.Canceled) && ctx.Err() == nil {
		// A time-out of the client's own is an outage, not the caller's wish.
		return zero, &fault.Error{Kind: fault.Unavailable, Op: op, Err: err, Hint: "the model did not answer in time"}
	}
	if err != nil {
		return zero, fault.Wrap(err, op, "")
	}
	u := Usage{Calls: 1, PromptTokens: reply.PromptTokens, CompletionTokens: reply.CompletionTokens}
	if reply.Cached {
		u.CachedCalls = 1
	}
	s.record(p.Name(), u)
	answer, err := p.Parse(reply.Text)
	if err != nil {
		return zero, &fault.Error{Kind: fault.BadReply, Op: op, Err: err}
	}
	return answer, nil
}

// take books one call, or refuses it.
func (s *Session) take(cost int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bounds.MaxCalls > 0 && s.calls >= s.bounds.MaxCalls {
		return fault.New(fault.LimitReached, "", "", fmt.Sprintf("%d calls made", s.calls), "raise --max-calls")
	}
	s.calls++
	s.widest = max(s.widest, cost)
	return nil
}

func (s *Session) record(name string, u Usage) {
	stage, _, _ := strings.Cut(name, "/")
	s.mu.Lock()
	defer s.mu.Unlock()
	total := u
	total.ByStage = map[string]Usage{stage: u}
	s.usage.Add(total)
}
