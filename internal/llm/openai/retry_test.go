package openai

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/llm/llmtest"
)

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, c := range []struct {
		name, value string
		want        time.Duration
	}{
		{"Retry-After", "", 0},
		{"Retry-After", "7", 7 * time.Second},
		{"Retry-After", " 1.5 ", 1500 * time.Millisecond},
		{"Retry-After", "-3", 0},
		{"Retry-After", "86400", maxRetryAfter},
		{"Retry-After", "1e300", maxRetryAfter},
		{"Retry-After", "NaN", 0},
		{"Retry-After", "Inf", maxRetryAfter},
		{"Retry-After", "soon", 0},
		{"Retry-After", "Fri, 02 Jan 2026 03:04:35 GMT", 30 * time.Second},
		{"Retry-After", "Fri, 02 Jan 2026 03:04:00 GMT", 0},
		{"Retry-After", "Fri, 02 Jan 2099 03:04:35 GMT", maxRetryAfter},
		{"Retry-After-Ms", "250", 250 * time.Millisecond},
		{"retry-after-ms", "999999999", maxRetryAfter},
	} {
		h := http.Header{}
		h.Set(c.name, c.value)
		if got := retryAfter(h, now); got != c.want {
			t.Errorf("%s: %s gives %s, want %s", c.name, c.value, got, c.want)
		}
	}
}

func TestDelay(t *testing.T) {
	for attempt := 1; attempt < 70; attempt++ {
		full := maxBackoff
		if attempt < 7 {
			full = 500 * time.Millisecond << (attempt - 1)
		}
		if d := delay(500*time.Millisecond, attempt, 0); d < full/2 || d > full {
			t.Errorf("attempt %d waits %s, want %s to %s", attempt, d, full/2, full)
		}
	}
	if d := delay(time.Millisecond, 1, time.Second); d < time.Second || d > 1100*time.Millisecond {
		t.Errorf("asked for a second, waits %s", d)
	}
}

func TestRetryAfterIsObeyed(t *testing.T) {
	c, _ := client(t, llmtest.Options{Break: firstTries(1, llmtest.RetryAfter("Retry-After-Ms", "150"))}, nil)
	start := time.Now()
	if _, err := llmtest.Ask(t.Context(), llmtest.Session(c, llm.Bounds{}), request("q")); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took < 150*time.Millisecond {
		t.Errorf("called again after %s", took)
	}
}

// networkTimeout is how package net says that a dial took too long.
type networkTimeout struct{}

func (networkTimeout) Error() string        { return "dial tcp: i/o timeout" }
func (networkTimeout) Is(target error) bool { return target == context.DeadlineExceeded }

func TestNetworkTimeoutIsAnOutage(t *testing.T) {
	c, _ := client(t, llmtest.Options{}, nil)
	err := c.failed(t.Context(), "op", &networkError{err: networkTimeout{}})
	if _, temporary := errors.AsType[*llm.Temporary](err); !fault.Is(err, fault.Unavailable) || !temporary {
		t.Error(err)
	}
}
