package openai

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/llm"
)

const (
	// maxBackoff bounds the client's own waits, maxRetryAfter those that an endpoint asks for.
	maxBackoff    = 30 * time.Second
	maxRetryAfter = 2 * time.Minute
	// malformedRetries bounds the retries after responses that do not follow the protocol: the
	// cause is mostly a wrong address.
	malformedRetries = 2
)

// failed returns the error for callers of the package, without the key; nil for nil.
func (c *Client) failed(ctx context.Context, op string, err error) error {
	if err == nil {
		return nil
	}
	if err = cmp.Or(ctx.Err(), err); fault.Is(err, fault.Canceled) {
		return fault.Wrap(err, op, c.shown())
	}
	f, key := c.classify(err), secret(c.options.APIKey)
	cause := errors.New(c.options.BaseURL.Redact(key.redact(f.cause)))
	if f.retry {
		t := &llm.Temporary{Err: cause, Retries: c.options.Retries,
			Wait: func(retry int) time.Duration { return delay(c.options.Backoff, retry, f.after) }}
		if f.malformed {
			t.Retries = min(t.Retries, malformedRetries)
		}
		cause = t
	}
	return &fault.Error{Kind: f.kind, Op: op, Item: c.shown(), Hint: key.redact(f.hint), Err: cause}
}

// delay returns the wait before the attempt'th retry, from 1: what the endpoint asked for plus
// up to a tenth, or else an exponential backoff of which half is random, so that calls that
// failed together are not repeated together.
func delay(first time.Duration, attempt int, after time.Duration) time.Duration {
	if after > 0 {
		return after + jitter(after/10)
	}
	d := first
	for range attempt - 1 {
		if d *= 2; d >= maxBackoff {
			break
		}
	}
	d = min(d, maxBackoff)
	return d/2 + jitter(d/2)
}

func jitter(d time.Duration) time.Duration { return rand.N(d + 1) }

// retryAfter returns the wait that the headers ask for, 0 for none; dates are relative to now.
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

// duration parses a number of units, limited to 0 to maxRetryAfter.
func duration(s string, unit time.Duration) (time.Duration, bool) {
	n, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || n != n {
		return 0, false
	}
	n = min(max(0, n), float64(maxRetryAfter/unit))
	return time.Duration(n * float64(unit)), true
}
