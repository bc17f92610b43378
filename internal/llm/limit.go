package llm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"grove/internal/fault"
)

// Limit is the name of a bound of a session.
type Limit string

// Limits, by the bound that is reached.
const (
	LimitCalls  Limit = "calls"
	LimitTokens Limit = "tokens"
	LimitMoney  Limit = "money"
	LimitTime   Limit = "time"
	// LimitUnreadable is reached by maxUnreadable replies in a row that cannot be read.
	LimitUnreadable Limit = "unreadable"
)

// maxUnreadable is the number of paid replies in a row without a readable one after which a session makes no further
// call: a model of which every second reply is readable reaches it once in a million calls.
const maxUnreadable = 20

// limitError is the cause of a fault.LimitReached of a session's bound.
type limitError struct {
	limit   Limit
	message string
}

func (e *limitError) Error() string { return e.message }

func reached(l Limit, message, hint string) error {
	return &fault.Error{Kind: fault.LimitReached, Hint: hint, Err: &limitError{l, message}}
}

// LimitOf returns the bound whose error err is, "" for any other error.
func LimitOf(err error) Limit {
	if e, ok := errors.AsType[*limitError](err); ok {
		return e.limit
	}
	return ""
}

// Reserve is a part of the bounds that calls may not use.
type Reserve struct {
	// PromptTokens and CompletionTokens are withheld from the bounds on tokens and money.
	PromptTokens, CompletionTokens int
	// Time is subtracted from Bounds.Until.
	Time time.Duration
}

// SetReserve withholds a part of the bounds from all further calls, for a last one; the zero
// Reserve releases it.
func (s *Session) SetReserve(r Reserve) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reserve = r
}

// Reached returns the error of the first bound that prevented or canceled a call; nil if none
// did.
func (s *Session) Reached() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reached
}

// reach records the first bound that was reached, and returns err. The caller holds the lock.
func (s *Session) reach(err error) error {
	if s.reached == nil && LimitOf(err) != "" {
		s.reached = err
	}
	return err
}

// Affordable returns the number of tokens that the next call may have, prompt, schema and reply
// together: the lesser of the window and Remaining; math.MaxInt32 without a bound.
func (s *Session) Affordable() int {
	if s.bounds.Window == 0 {
		return s.Remaining()
	}
	return min(s.bounds.Window, s.Remaining())
}

// Remaining returns the number of tokens that the bounds on tokens and money leave, at the
// higher of the two prices; math.MaxInt32 without such a bound, and offline.
func (s *Session) Remaining() int {
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
		left := b.Budget - b.Prices.Spent(s.usage)
		most = min(most, int(min(left*1e6/price, math.MaxInt32)))
	}
	return max(most, 0)
}

// deadline returns the end of the time for calls. The caller holds the lock.
func (s *Session) deadline() time.Time { return s.bounds.Until.Add(-s.reserve.Time) }

// expired reports whether the deadline has passed. The caller holds the lock.
func (s *Session) expired() bool {
	return !s.bounds.Until.IsZero() && !time.Now().Before(s.deadline())
}

// errTime is the error of a call after the deadline.
func errTime() error { return reached(LimitTime, "the time was up", "raise --timeout") }

// judge counts a reply that could not be read; a readable one starts the count anew.
func (s *Session) judge(reply Reply, err error) {
	if reply.Cached {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case err == nil:
		s.unreadable = 0
	case fault.Is(err, fault.BadReply):
		s.unreadable++
		s.unread = err
	}
}

// errUnreadable is the error of a call after maxUnreadable unreadable replies, of which cause is the last one's.
func errUnreadable(model string, cause error) error {
	hint := cmp.Or(fault.Hint(cause), "choose another model, or another --json-mode")
	return reached(LimitUnreadable,
		fmt.Sprintf("%d replies of %s in a row could not be read; the last one: %s", maxUnreadable, model, fault.Brief(cause)), hint)
}

// withDeadline returns a context with the session's deadline.
func (s *Session) withDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bounds.Until.IsZero() {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, s.deadline())
}

// timeExpired records and returns the error of a call that the deadline canceled.
func (s *Session) timeExpired() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reach(errTime())
}
