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
	// MaxTotalTokens bounds the prompt and completion tokens of all calls that are
	// paid for; 0 is no bound. A call that might pass it is not made.
	MaxTotalTokens int
	// Budget bounds what all calls cost by Prices, in US dollars; 0 is no bound.
	Budget float64
	Prices Prices
	// Fresh asks anew what a cache of replies holds.
	Fresh bool
}

// Prices are a model's, in US dollars for a million tokens.
type Prices struct {
	Prompt     float64 `json:"prompt"`
	Completion float64 `json:"completion"`
}

// Cost is what these tokens cost, in US dollars.
func (p Prices) Cost(prompt, completion int) float64 {
	return (p.Prompt*float64(prompt) + p.Completion*float64(completion)) / 1e6
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
	prompt := promptTokens(s, p)
	cost := prompt + p.Limits().MaxTokens
	if w := s.bounds.Window; w > 0 && cost > w {
		return zero, Reply{}, fault.New(fault.WindowTooSmall, op, "",
			fmt.Sprintf("the call needs %d tokens, the window is %d", cost, w), "give a larger window")
	}
	most := Usage{PromptTokens: prompt, CompletionTokens: p.Limits().MaxTokens}
	if err := s.take(cost, most); err != nil {
		return zero, Reply{}, fault.Wrap(err, op, "")
	}
	if s.client.Model == nil {
		s.record(p.Name(), most, Usage{Calls: 1, PromptTokens: prompt})
		return p.Offline(s.client.Kit), Reply{}, nil
	}
	reply, err := s.client.Model.Complete(ctx, Request{Messages: p.Messages(), ReplySchema: p.ReplySchema(),
		Limits: p.Limits(), Name: p.Name(), Fresh: s.bounds.Fresh})
	if err != nil {
		s.record(p.Name(), most, Usage{})
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

// take books one call with the most it may cost, or refuses it.
func (s *Session) take(cost int, most Usage) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.bounds
	if b.MaxCalls > 0 && s.calls >= b.MaxCalls {
		return fault.New(fault.LimitReached, "", "", fmt.Sprintf("%d calls made", s.calls), "raise --max-calls")
	}
	prompt := s.usage.PaidPrompt + s.held.PromptTokens + most.PromptTokens
	completion := s.usage.PaidCompletion + s.held.CompletionTokens + most.CompletionTokens
	if b.MaxTotalTokens > 0 && prompt+completion > b.MaxTotalTokens {
		return fault.New(fault.LimitReached, "", "", fmt.Sprintf("the next call could pass %d tokens in all", b.MaxTotalTokens),
			"raise --max-total-tokens: what was read is kept")
	}
	if b.Budget > 0 && b.Prices.Cost(prompt, completion) > b.Budget {
		return fault.New(fault.LimitReached, "", "", fmt.Sprintf("the next call could pass the budget of %.2f dollars", b.Budget),
			"raise --budget: what was read is kept")
	}
	s.calls++
	s.held.Add(most)
	s.widest = max(s.widest, cost)
	return nil
}

// record puts what a call cost in the place of what it might have.
func (s *Session) record(name string, most, u Usage) {
	stage, _, _ := strings.Cut(name, "/")
	if u.CachedCalls == 0 && s.client.Model != nil {
		u.PaidPrompt, u.PaidCompletion = u.PromptTokens, u.CompletionTokens
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held.PromptTokens -= most.PromptTokens
	s.held.CompletionTokens -= most.CompletionTokens
	if u.Calls == 0 {
		return
	}
	total := u
	total.ByStage = map[string]Usage{stage: u}
	s.usage.Add(total)
}
