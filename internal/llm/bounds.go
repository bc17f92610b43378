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
}

// Cost returns the price of the tokens, in US dollars.
func (p Prices) Cost(prompt, completion int) float64 {
	return (p.Prompt*float64(prompt) + p.Completion*float64(completion)) / 1e6
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
		if b.Budget -= b.Prices.Cost(u.PaidPrompt, u.PaidCompletion); b.Budget <= 0 {
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
		return nil, s.reach(reached(LimitCalls, fmt.Sprintf("%d calls made", s.calls), "raise --max-calls"))
	}
	if s.expired() {
		return nil, s.reach(errTime())
	}
	if s.unreadable >= maxUnreadable {
		return nil, s.reach(errUnreadable(s.ModelName(), s.unread))
	}
	prompt := s.usage.PaidPrompt + most.PromptTokens + s.reserve.PromptTokens
	completion := s.usage.PaidCompletion + most.CompletionTokens + s.reserve.CompletionTokens
	if err := s.bounds.allow(prompt, completion); err != nil {
		return nil, s.reach(err)
	}
	if s.bounds.allow(prompt+s.pending.PromptTokens, completion+s.pending.CompletionTokens) != nil {
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

// allow returns an error if the total tokens exceed a bound.
func (b Bounds) allow(prompt, completion int) error {
	if b.MaxTotalTokens > 0 && prompt+completion > b.MaxTotalTokens {
		return reached(LimitTokens, fmt.Sprintf("the next call could exceed %d tokens in total", b.MaxTotalTokens),
			"raise --max-total-tokens; results so far are kept")
	}
	if b.Budget > 0 && b.Prices.Cost(prompt, completion) > b.Budget {
		return reached(LimitMoney, fmt.Sprintf("the next call could exceed the budget of %.2f dollars", b.Budget),
			"raise --budget; results so far are kept")
	}
	return nil
}

// record replaces the reservation of a call by its usage.
func (s *Session) record(name string, most, u Usage) {
	stage, _, _ := strings.Cut(name, "/")
	if u.CachedCalls == 0 && s.client.Model != nil {
		u.PaidPrompt, u.PaidCompletion = u.PromptTokens, u.CompletionTokens
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
