package app

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"grove/internal/fault"
	"grove/web"
)

// quiet is a log that nobody reads.
func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// TestIdleHandles: only an open workspace that nobody uses is closed, and who comes
// while it is being closed is not thrown out.
func TestIdleHandles(t *testing.T) {
	s, err := NewService(settings(t, "sea"), quiet())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	late := time.Now().Add(2 * idleAfter)
	opening := newHandle()
	s.handles["opening"] = opening
	if name, h := s.idle(late); h != nil {
		t.Errorf("%s is closed while it is opened", name)
	}
	opening.err = fault.New(fault.Unavailable, "test", "", "down", "")
	close(opening.ready)
	if err := s.Create(t.Context(), "sea"); err != nil {
		t.Fatal(err)
	}
	nothing := func(context.Context, web.Workspace) error { return nil }
	if err := s.Use(t.Context(), "sea", nothing); err != nil {
		t.Fatal(err)
	}
	name, h := s.idle(late)
	if h == nil || name != "sea" || !h.closing {
		t.Fatalf("%q, %v", name, h)
	}
	came := make(chan error, 1)
	go func() {
		came <- s.Use(t.Context(), "sea", func(ctx context.Context, _ web.Workspace) error { return ctx.Err() })
	}()
	if err := s.closeHandle(h); err != nil {
		t.Fatal(err)
	}
	s.forget(name, h)
	if err := <-came; err != nil {
		t.Errorf("who came meanwhile: %v", err)
	}
}

// TestCloseWhileOpening: what is being opened is ended, not waited for.
func TestCloseWhileOpening(t *testing.T) {
	h := newHandle()
	go func() {
		<-h.ctx.Done() // as opening does
		h.err = h.ctx.Err()
		close(h.ready)
	}()
	ended := make(chan error, 1)
	go func() { ended <- new(Service).closeHandle(h) }()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("closing waits for the opening")
	}
}
