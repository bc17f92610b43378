package llm

import (
	"context"
	"errors"
	"math"
	"time"

	"grove/internal/fault"
)

// Limit names a bound of a session.
type Limit string

// The limits.
const (
	LimitCalls  Limit = "calls"
	LimitTokens Limit = "tokens"
	LimitMoney  Limit = "money"
	LimitTime   Limit = "time"
)

// limitError is the cause of a LimitReached that a bound of the session gave.
type limitError struct {
	limit   Limit
	message string
}

func (e *limitError) Error() string { return e.message }

func reached(l Limit, message, hint string) error {
	return &fault.Error{Kind: fault.LimitReached, Hint: hint, Err: &limitError{l, message}}
}

// LimitOf is the bound that an error says was reached, "" for any other error.
func LimitOf(err error) Limit {
	var e *limitError
	if errors.As(err, &e) {
		return e.limit
	}
	return ""
}

// Reserve is what Session.Keep sets aside.
type Reserve struct {
	// PromptTokens and CompletionTokens are held back from the bounds on tokens and money.
	PromptTokens, CompletionTokens int
	// Time is held back from Bounds.Until.
	Time time.Duration
}

// Keep sets aside what no call may use from now on, so that something is left for
// a last one; the zero Reserve gives it back.
func (s *Session) Keep(r Reserve) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = r
}

// Reached is the first bound of the session that refused or ended a call, as the
// error that said so; nil while none did.
func (s *Session) Reached() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reached
}

// stopped remembers the first bound that was reached. The caller holds the lock.
func (s *Session) stopped(err error) error {
	if s.reached == nil && LimitOf(err) != "" {
		s.reached = err
	}
	return err
}

// Affordable is how many tokens the next call may have, prompt, schema and reply
// together: the window, or Purse where that is less. Without any such bound it is
// math.MaxInt32.
func (s *Session) Affordable() int {
	if s.bounds.Window == 0 {
		return s.Purse()
	}
	return min(s.bounds.Window, s.Purse())
}

// Purse is how many tokens the bounds on tokens and money leave, at the dearer of
// the two prices; math.MaxInt32 without such a bound, and offline, where nothing is paid.
func (s *Session) Purse() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, most := s.bounds, math.MaxInt32
	if s.client.Model == nil {
		return most
	}
	if b.MaxTotalTokens > 0 {
		most = min(most, b.MaxTotalTokens-s.usage.PaidPrompt-s.usage.PaidCompletion)
	}
	if price := max(b.Prices.Prompt, b.Prices.Completion); b.Budget > 0 && price > 0 {
		left := b.Budget - b.Prices.Cost(s.usage.PaidPrompt, s.usage.PaidCompletion)
		most = min(most, int(min(left*1e6/price, math.MaxInt32)))
	}
	return max(most, 0)
}

// until is when the time for calls is up. The caller holds the lock.
func (s *Session) until() time.Time { return s.bounds.Until.Add(-s.kept.Time) }

// late tells whether the time is up. The caller holds the lock.
func (s *Session) late() bool {
	return !s.bounds.Until.IsZero() && !time.Now().Before(s.until())
}

// timeUp is the error of a call for which there was no time.
func timeUp() error { return reached(LimitTime, "the time was up", "raise --timeout") }

// timed bounds a call by the session's time.
func (s *Session) timed(ctx context.Context) (context.Context, context.CancelFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bounds.Until.IsZero() {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, s.until())
}

// outOfTime is the error of a call that the session's time ended.
func (s *Session) outOfTime() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stopped(timeUp())
}
