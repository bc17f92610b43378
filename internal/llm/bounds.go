package llm

import (
	"context"
	"fmt"
	"strings"
	"time"

	"grove/internal/text"
)

// Bounds limit the calls of one question or job.
type Bounds struct {
	// Window bounds each call, in tokens: messages with overhead, reply schema
	// and reply limit together. 0 is no bound.
	Window int
	// MaxCalls bounds the number of calls; 0 is no bound.
	MaxCalls int
	// MaxTotalTokens bounds the prompt and completion tokens of all paid calls; 0 is no bound. A
	// call that might exceed it is not made.
	MaxTotalTokens int
	// Budget bounds the cost of all calls by Prices, in US dollars; 0 is no bound.
	Budget float64
	Prices Prices
	// Until is the deadline: no call starts after it, and calls in flight are canceled. The
	// zero time is no bound.
	Until time.Time
	// Fresh makes every call anew, even if its reply is cached.
	Fresh bool
}

// Prices are those of a model, in US dollars per million tokens.
type Prices struct {
	Prompt     float64 `json:"prompt"`
	Completion float64 `json:"completion"`
	// Prefix is that of prompt tokens which the endpoint has in its own cache; 0 is Prompt.
	Prefix float64 `json:"prefix,omitempty"`
}

// Known reports whether any price is set.
func (p Prices) Known() bool { return p.Prompt+p.Completion > 0 }

// Cost returns the price of the tokens, in US dollars, if the endpoint has none of them in its cache.
func (p Prices) Cost(prompt, completion int) float64 {
	return (p.Prompt*float64(prompt) + p.Completion*float64(completion)) / 1e6
}

// Spent returns the price of the paid tokens of a usage, in US dollars.
func (p Prices) Spent(u Usage) float64 {
	saved := 0.0
	if p.Prefix > 0 {
		saved = (p.Prompt - p.Prefix) * float64(u.PaidPrefix) / 1e6
	}
	return p.Cost(u.PaidPrompt, u.PaidCompletion) - saved
}

// After returns the bounds that remain on calls, tokens and money after a usage; ok is false
// if one of them is used up.
func (b Bounds) After(u Usage) (left Bounds, ok bool) {
	if b.MaxCalls > 0 {
		if b.MaxCalls -= u.Calls; b.MaxCalls <= 0 {
			return b, false
		}
	}
	if b.MaxTotalTokens > 0 {
		if b.MaxTotalTokens -= u.PaidPrompt + u.PaidCompletion; b.MaxTotalTokens <= 0 {
			return b, false
		}
	}
	if b.Budget > 0 {
		if b.Budget -= b.Prices.Spent(u); b.Budget <= 0 {
			return b, false
		}
	}
	return b, true
}

// reserveCall reserves the most that a call may cost, or returns the error of a bound. A call
// that would exceed a bound only together with the most that the calls in flight may cost
// waits for one of them to end: most cost less.
func (s *Session) reserveCall(ctx context.Context, cost int, most Usage) error {
	for {
		ended, err := s.tryReserve(cost, most)
		if ended == nil {
			return err
		}
		select {
		case <-ended:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// tryReserve is one attempt of reserveCall. It returns a channel if the call has to wait for
// the end of another one, which closes the channel.
func (s *Session) tryReserve(cost int, most Usage) (ended chan struct{}, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b := s.bounds; b.MaxCalls > 0 && s.calls >= b.MaxCalls {
		return nil, s.reach(reached(LimitCalls, text.Count(s.calls, "call")+" made", "raise --max-calls"))
	}
	if s.expired() {
		return nil, s.reach(errTime())
	}
	if s.unreadable >= maxUnreadable {
		return nil, s.reach(errUnreadable(s.ModelName(), s.unread))
	}
	next := Usage{PaidPrompt: s.usage.PaidPrompt + most.PromptTokens + s.reserve.PromptTokens,
		PaidCompletion: s.usage.PaidCompletion + most.CompletionTokens + s.reserve.CompletionTokens, PaidPrefix: s.usage.PaidPrefix}
	if err := s.bounds.allow(next); err != nil {
		return nil, s.reach(err)
	}
	next.PaidPrompt += s.pending.PromptTokens
	next.PaidCompletion += s.pending.CompletionTokens
	if s.bounds.allow(next) != nil {
		if s.callEnded == nil {
			s.callEnded = make(chan struct{})
		}
		return s.callEnded, nil
	}
	s.calls++
	s.pending.Add(most)
	s.widest = max(s.widest, cost)
	return nil, nil
}

// allow returns an error if the paid tokens exceed a bound.
func (b Bounds) allow(u Usage) error {
	if b.MaxTotalTokens > 0 && u.PaidPrompt+u.PaidCompletion > b.MaxTotalTokens {
		return reached(LimitTokens, fmt.Sprintf("the next call could exceed %d tokens in total", b.MaxTotalTokens),
			"raise --max-total-tokens; results so far are kept")
	}
	if b.Budget > 0 && b.Prices.Spent(u) > b.Budget {
		return reached(LimitMoney, fmt.Sprintf("the next call could exceed the budget of %.2f dollars", b.Budget),
			"raise --budget; results so far are kept")
	}
	return nil
}

// record replaces the reservation of a call by its usage.
func (s *Session) record(name string, most, u Usage) {
	stage, _, _ := strings.Cut(name, "/")
	if u.CachedCalls == 0 && s.client.Model != nil {
		u.PaidPrompt, u.PaidCompletion, u.PaidPrefix = u.PromptTokens, u.CompletionTokens, u.PrefixTokens
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending.PromptTokens -= most.PromptTokens
	s.pending.CompletionTokens -= most.CompletionTokens
	if s.callEnded != nil {
		close(s.callEnded)
		s.callEnded = nil
	}
	if u.Calls == 0 { // nothing came
		s.calls--
		return
	}
	total := u
	total.ByStage = map[string]Usage{stage: u}
	s.usage.Add(total)
}
