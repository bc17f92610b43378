package openai

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"grove/internal/llm"
)

func none() int { return 0 }

func TestRates(t *testing.T) {
	for _, c := range []struct {
		name             string
		rpm, tpm, tokens int
		calls            int
		want             time.Duration
	}{
		{name: "no limit", calls: 1000, tokens: 1 << 40},
		{name: "requests", rpm: 30, calls: 31, want: time.Minute},
		{name: "tokens", tpm: 600, tokens: 100, calls: 12, want: time.Minute},
		{name: "a call larger than a minute's tokens", tpm: 60, tokens: 1000, calls: 2, want: time.Minute},
		{name: "the slower counts", rpm: 60, tpm: 600, tokens: 100, calls: 12, want: time.Minute},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l, start := newLimiter(1, c.rpm, c.tpm), time.Now()
				for range c.calls {
					release, err := l.acquire(t.Context(), func() int { return c.tokens })
					if err != nil {
						t.Fatal(err)
					}
					release()
				}
				if took := time.Since(start); (took - c.want).Abs() > time.Second {
					t.Errorf("took %s, want %s", took, c.want)
				}
			})
		})
	}
}

func TestPauseHoldsEveryCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, start := newLimiter(2, 0, 0), time.Now()
		l.pause(40 * time.Second)
		l.pause(10 * time.Second) // a shorter one does not shorten it
		for range 3 {
			release, err := l.acquire(t.Context(), none)
			if err != nil {
				t.Fatal(err)
			}
			release()
		}
		if took := time.Since(start); took != 40*time.Second {
			t.Errorf("took %s", took)
		}
	})
}

func TestWaitingEndsWithTheContext(t *testing.T) {
	for name, l := range map[string]*limiter{"slots": newLimiter(1, 0, 0), "rate": newLimiter(2, 1, 0), "pause": newLimiter(2, 0, 0)} {
		synctest.Test(t, func(t *testing.T) {
			l := newLimiter(cap(l.slots), perMinute(l), 0)
			if _, err := l.acquire(t.Context(), none); err != nil { // never released
				t.Fatal(err)
			}
			if name == "pause" {
				l.pause(time.Hour)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if _, err := l.acquire(ctx, none); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: %v", name, err)
			}
			if name != "slots" && len(l.slots) != 1 {
				t.Errorf("%s: the slot was kept", name)
			}
		})
	}
}

// perMinute makes the limiter anew inside the bubble, where time is.
func perMinute(l *limiter) int {
	if l.requests == nil {
		return 0
	}
	return 1
}

// TestTheGateClosesWhileACallWaits: a call whose gate closes while it waits for its turn
// is not made, and takes no other call's place, until the gate is open again.
func TestTheGateClosesWhileACallWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &Client{limiter: newLimiter(1, 0, 0)}
		first, err := c.acquire(t.Context(), llm.Request{})
		if err != nil {
			t.Fatal(err)
		}
		var closed atomic.Bool
		opened := make(chan struct{})
		ctx := llm.WithGate(t.Context(), func(ctx context.Context) error {
			if !closed.Load() {
				return nil
			}
			select {
			case <-opened:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
		turn := make(chan func())
		go func() {
			release, err := c.acquire(ctx, llm.Request{})
			if err != nil {
				t.Error(err)
			}
			turn <- release
		}()
		synctest.Wait()
		closed.Store(true)
		first()
		synctest.Wait()
		select {
		case <-turn:
			t.Fatal("a call goes through a closed gate")
		default:
		}
		other, err := c.acquire(t.Context(), llm.Request{})
		if err != nil {
			t.Fatal(err)
		}
		other()
		close(opened)
		(<-turn)()
	})
}
