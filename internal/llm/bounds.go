package llm

import (
	"context"
	"fmt"
	"strings"
	"time"
)

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
	// Until bounds the time: no call is begun from then on, and one in flight is
	// ended. The zero time is no bound.
	Until time.Time
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

// After is what is left of the bounds on calls, tokens and money once this was used; ok
// is false where nothing is.
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
		if b.Budget -= b.Prices.Cost(u.PaidPrompt, u.PaidCompletion); b.Budget <= 0 {
			return b, false
		}
	}
	return b, true
}

// take books one call with the most it may cost, or refuses it. A call that would
// pass a bound only together with what those in flight may still cost waits for
// one of them to end: most cost less.
func (s *Session) take(ctx context.Context, cost int, most Usage) error {
	for {
		landed, err := s.book(cost, most)
		if landed == nil {
			return err
		}
		select {
		case <-landed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// book is one try to take; it gives what to wait for where that may help.
func (s *Session) book(cost int, most Usage) (landed chan struct{}, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b := s.bounds; b.MaxCalls > 0 && s.calls >= b.MaxCalls {
		return nil, s.stopped(reached(LimitCalls, fmt.Sprintf("%d calls made", s.calls), "raise --max-calls"))
	}
	if s.late() {
		return nil, s.stopped(timeUp())
	}
	prompt, completion := s.usage.PaidPrompt+most.PromptTokens+s.kept.PromptTokens, s.usage.PaidCompletion+most.CompletionTokens+s.kept.CompletionTokens
	if err := s.bounds.allow(prompt, completion); err != nil {
		return nil, s.stopped(err)
	}
	if s.bounds.allow(prompt+s.held.PromptTokens, completion+s.held.CompletionTokens) != nil {
		if s.landed == nil {
			s.landed = make(chan struct{})
		}
		return s.landed, nil
	}
	s.calls++
	s.held.Add(most)
	s.widest = max(s.widest, cost)
	return nil, nil
}

// allow refuses so many tokens in all.
func (b Bounds) allow(prompt, completion int) error {
	if b.MaxTotalTokens > 0 && prompt+completion > b.MaxTotalTokens {
		return reached(LimitTokens, fmt.Sprintf("the next call could pass %d tokens in all", b.MaxTotalTokens),
			"raise --max-total-tokens: what was read is kept")
	}
	if b.Budget > 0 && b.Prices.Cost(prompt, completion) > b.Budget {
		return reached(LimitMoney, fmt.Sprintf("the next call could pass the budget of %.2f dollars", b.Budget),
			"raise --budget: what was read is kept")
	}
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
	if s.landed != nil {
		close(s.landed)
		s.landed = nil
	}
	if u.Calls == 0 {
		return
	}
	total := u
	total.ByStage = map[string]Usage{stage: u}
	s.usage.Add(total)
}
