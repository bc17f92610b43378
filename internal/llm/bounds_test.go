package llm

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"grove/internal/fault"
)

// A call that only those in flight stand in the way of waits for them; one that
// is too much whatever they cost is refused at once.
func TestTakeWaitsForCallsInFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := (&Client{Model: nobody{}}).Session(Bounds{MaxTotalTokens: 100})
		most := Usage{PromptTokens: 10, CompletionTokens: 50}
		if err := s.reserveCall(t.Context(), 60, most); err != nil {
			t.Fatal(err)
		}
		taken := make(chan error, 1)
		go func() { taken <- s.reserveCall(t.Context(), 60, most) }()
		synctest.Wait()
		select {
		case err := <-taken:
			t.Fatalf("the second call did not wait: %v", err)
		default:
		}
		s.record("x/1", most, Usage{Calls: 1, PromptTokens: 10, CompletionTokens: 5})
		if err := <-taken; err != nil {
			t.Fatalf("the second call: %v", err)
		}
		s.record("x/1", most, Usage{Calls: 1, PromptTokens: 10, CompletionTokens: 50})
		if err := s.reserveCall(t.Context(), 60, most); !fault.Is(err, fault.LimitReached) {
			t.Fatalf("the third call: %v, want a limit", err)
		}
		if s.Paid() != 75 {
			t.Errorf("%d tokens paid, want 75", s.Paid())
		}
	})
}

// A call that waits ends with its context, and one that failed makes room.
func TestTakeEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := (&Client{Model: nobody{}}).Session(Bounds{Budget: 1, Prices: Prices{Prompt: 1e6, Completion: 1e6}})
		if err := s.reserveCall(t.Context(), 1, Usage{PromptTokens: 1}); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := s.reserveCall(ctx, 1, Usage{PromptTokens: 1}); err != context.DeadlineExceeded {
			t.Fatalf("a call that waits: %v", err)
		}
		s.record("x/1", Usage{PromptTokens: 1}, Usage{}) // it failed
		if err := s.reserveCall(t.Context(), 1, Usage{PromptTokens: 1}); err != nil {
			t.Errorf("after the failure: %v", err)
		}
	})
}

func TestBoundsAfter(t *testing.T) {
	prices := Prices{Prompt: 1e6, Completion: 2e6}
	for name, c := range map[string]struct {
		bounds, left Bounds
		used         Usage
		ok           bool
	}{
		"no bound":       {Bounds{}, Bounds{}, Usage{PaidPrompt: 1000}, true},
		"tokens":         {Bounds{MaxTotalTokens: 10}, Bounds{MaxTotalTokens: 3}, Usage{PaidPrompt: 5, PaidCompletion: 2}, true},
		"tokens are out": {Bounds{MaxTotalTokens: 7}, Bounds{}, Usage{PaidPrompt: 5, PaidCompletion: 2}, false},
		"money":          {Bounds{Budget: 10, Prices: prices}, Bounds{Budget: 1, Prices: prices}, Usage{PaidPrompt: 5, PaidCompletion: 2}, true},
		"money is out":   {Bounds{Budget: 9, Prices: prices}, Bounds{Prices: prices}, Usage{PaidPrompt: 5, PaidCompletion: 2}, false},
		"cached is free": {Bounds{MaxTotalTokens: 5}, Bounds{MaxTotalTokens: 5}, Usage{PromptTokens: 50}, true},
	} {
		if left, ok := c.bounds.After(c.used); ok != c.ok || left != c.left {
			t.Errorf("%s: %+v %v", name, left, ok)
		}
	}
}

type nobody struct{}

func (nobody) Name() string                                     { return "nobody" }
func (nobody) Complete(context.Context, Request) (Reply, error) { return Reply{}, nil }

// TestSpent: tokens in the endpoint's cache cost their own price, where one is known.
func TestSpent(t *testing.T) {
	u := Usage{PaidPrompt: 3e6, PaidCompletion: 1e6, PaidPrefix: 2e6}
	for p, want := range map[Prices]float64{
		{Prompt: 2, Completion: 10}:              16,
		{Prompt: 2, Completion: 10, Prefix: 0.5}: 13,
	} {
		if got := p.Spent(u); got != want {
			t.Errorf("%+v: %g, want %g", p, got, want)
		}
	}
}
