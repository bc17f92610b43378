package openai

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"grove/internal/fault"
)

const (
	// maxBackoff bounds the wait that Grove chooses, maxRetryAfter the one that an
	// endpoint asks for.
	maxBackoff    = 30 * time.Second
	maxRetryAfter = 2 * time.Minute
	// malformedRetries bounds the retries of an endpoint that answers nonsense: it
	// is more often misconfigured than ill.
	malformedRetries = 2
)

// retry calls until it succeeds, fails for good, or has been repeated retries
// times. The error is ready to leave the package.
func retry[T any](ctx context.Context, c *Client, op string, retries int, call func() (T, error)) (T, error) {
	var zero T
	malformed := 0
	for attempt := 1; ; attempt++ {
		answer, err := call()
		if err == nil {
			return answer, nil
		}
		if ctx.Err() != nil {
			return zero, fault.Wrap(ctx.Err(), op, c.shown)
		}
		if fault.Is(err, fault.Canceled) {
			return zero, fault.Wrap(err, op, c.shown)
		}
		f := c.judge(err)
		if f.malformed {
			malformed++
		}
		if !f.retry || attempt > retries || malformed > malformedRetries {
			return zero, c.leave(op, f, attempt)
		}
		if err := sleep(ctx, delay(c.options.Backoff, attempt, f.after)); err != nil {
			return zero, fault.Wrap(err, op, c.shown)
		}
	}
}

// leave makes the error that leaves the package, without the key.
func (c *Client) leave(op string, f failure, attempts int) error {
	cause := f.cause
	if attempts > 1 {
		cause = fmt.Sprintf("gave up after %d attempts: %s", attempts, cause)
	}
	key := secret(c.options.APIKey)
	return &fault.Error{Kind: f.kind, Op: op, Item: c.shown, Hint: key.redact(f.hint), Err: errors.New(key.redact(cause))}
}

// delay is the wait before the attempt'th retry, from 1 up: what the endpoint
// asked for and up to a tenth more, or else a doubling wait of which half is
// left to chance, so that calls that failed together do not come back together.
func delay(first time.Duration, attempt int, after time.Duration) time.Duration {
	if after > 0 {
		return after + chance(after/10)
	}
	d := first
	for range attempt - 1 {
		if d *= 2; d >= maxBackoff {
			break
		}
	}
	d = min(d, maxBackoff)
	return d/2 + chance(d/2)
}

func chance(d time.Duration) time.Duration { return rand.N(d + 1) }

// retryAfter is the wait that the headers ask for, 0 for none; now is the time
// that a date is compared with.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if d, ok := duration(h.Get("Retry-After-Ms"), time.Millisecond); ok {
		return d
	}
	after := h.Get("Retry-After")
	if d, ok := duration(after, time.Second); ok {
		return d
	}
	if date, err := http.ParseTime(after); err == nil {
		return min(max(0, date.Sub(now)), maxRetryAfter)
	}
	return 0
}

// duration reads a number of units, bounded by 0 and maxRetryAfter.
func duration(s string, unit time.Duration) (time.Duration, bool) {
	n, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || n != n {
		return 0, false
	}
	n = min(max(0, n), float64(maxRetryAfter/unit))
	return time.Duration(n * float64(unit)), true
}
