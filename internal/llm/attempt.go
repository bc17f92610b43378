package llm

import (
	"context"
	"errors"
	"fmt"
	"time"

	"grove/internal/fault"
)

// Temporary is the cause of a failed call that may succeed if it is repeated.
type Temporary struct {
	Err error
	// Retries is the most retries after such a failure; 0 is none.
	Retries int
	// Wait returns the wait before a retry, numbered from 1.
	Wait func(retry int) time.Duration
}

// Error returns the cause's message.
func (e *Temporary) Error() string { return e.Err.Error() }

// complete makes a call, and repeats it after temporary failures. Each attempt is checked against the bounds, and what
// came from the endpoint is counted, before the next one.
func (s *Session) complete(ctx context.Context, r Request, size Size) (Reply, error) {
	for n := 1; ; n++ {
		reply, err := s.attempt(ctx, r, size)
		t, temporary := errors.AsType[*Temporary](err)
		if !temporary {
			return reply, err
		}
		if n > t.Retries {
			return reply, gaveUp(err, t, n)
		}
		if err := s.sleep(ctx, t.Wait(n)); err != nil {
			return reply, err
		}
	}
}

// gaveUp returns the error of the last of several attempts.
func gaveUp(err error, t *Temporary, attempts int) error {
	if attempts == 1 {
		return err
	}
	return &fault.Error{Kind: fault.KindOf(err), Item: fault.Item(err), Hint: fault.Hint(err),
		Err: fmt.Errorf("gave up after %d attempts: %w", attempts, t.Err)}
}

// attempt makes one call within the bounds and counts its usage.
func (s *Session) attempt(ctx context.Context, r Request, size Size) (Reply, error) {
	if err := AwaitGate(ctx); err != nil {
		return Reply{}, err
	}
	most := size.most()
	if err := s.reserveCall(ctx, size.Cost(), most); err != nil {
		return Reply{}, err
	}
	timed, cancel := s.withDeadline(ctx)
	defer cancel()
	reply, err := s.client.Model.Complete(timed, r)
	u := Usage{PromptTokens: reply.PromptTokens, CompletionTokens: reply.CompletionTokens, PrefixTokens: reply.PrefixTokens}
	if err == nil || u.PromptTokens > 0 {
		u.Calls = 1
	}
	if reply.Cached {
		u.CachedCalls = 1
	}
	s.record(r.Name, most, u)
	if err != nil { // a reply that came is judged when it is parsed
		s.judge(reply, err)
	}
	switch {
	case err == nil:
	case timed.Err() != nil && ctx.Err() == nil:
		err = s.timeExpired()
	case fault.Is(err, fault.Canceled) && ctx.Err() == nil:
		// The client's own timeout is an outage; the caller did not cancel.
		err = &fault.Error{Kind: fault.Unavailable, Err: err, Hint: "the model did not answer in time"}
	}
	return reply, err
}

// sleep waits for d, within the session's deadline.
func (s *Session) sleep(ctx context.Context, d time.Duration) error {
	timed, cancel := s.withDeadline(ctx)
	defer cancel()
	select {
	case <-time.After(d):
		return nil
	case <-timed.Done():
	}
	if ctx.Err() == nil {
		return s.timeExpired()
	}
	return ctx.Err()
}
