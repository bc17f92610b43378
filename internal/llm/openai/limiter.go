package openai

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// limiter enforces the limits that all calls of a client share.
type limiter struct {
	slots chan struct{}
	// requests and tokens are nil without a limit.
	requests, tokens *rate.Limiter

	mu sync.Mutex
	// resume is the end of the pause that the endpoint asked for.
	resume time.Time
}

func newLimiter(concurrency, rpm, tpm int) *limiter {
	l := &limiter{slots: make(chan struct{}, concurrency)}
	if rpm > 0 {
		// Evenly spaced, so that no minute holds more than rpm.
		l.requests = rate.NewLimiter(rate.Limit(float64(rpm)/60), 1)
	}
	if tpm > 0 {
		// A bucket of one minute's tokens, as endpoints count: a single call may take all.
		l.tokens = rate.NewLimiter(rate.Limit(float64(tpm)/60), tpm)
	}
	return l
}

// acquire waits for a slot and the rate limits. The only errors are those of the context.
func (l *limiter) acquire(ctx context.Context, tokens func() int) (release func(), err error) {
	select {
	case l.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err := l.await(ctx, tokens); err != nil {
		<-l.slots
		return nil, err
	}
	return func() { <-l.slots }, nil
}

func (l *limiter) await(ctx context.Context, tokens func() int) error {
	if err := l.awaitPause(ctx); err != nil {
		return err
	}
	if l.requests != nil {
		if err := wait(ctx, l.requests, 1); err != nil {
			return err
		}
	}
	if l.tokens != nil {
		// A call larger than the bucket takes all of it; it could never be made otherwise.
		if err := wait(ctx, l.tokens, min(tokens(), l.tokens.Burst())); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// wait takes n from the limiter. A deadline that is too early is context.DeadlineExceeded.
func wait(ctx context.Context, r *rate.Limiter, n int) error {
	err := r.WaitN(ctx, n)
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("%w: the rate limit leaves no time for the call", context.DeadlineExceeded)
}

// pause delays every call for d.
func (l *limiter) pause(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if until := time.Now().Add(d); until.After(l.resume) {
		l.resume = until
	}
}

// awaitPause waits for the end of the pause.
func (l *limiter) awaitPause(ctx context.Context) error {
	for {
		l.mu.Lock()
		left := time.Until(l.resume)
		l.mu.Unlock()
		if left <= 0 {
			return nil
		}
		select {
		case <-time.After(left):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
