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

// TestIdleRooms: only an open workspace that nobody uses is closed, and who comes
// while it is being closed is not thrown out.
func TestIdleRooms(t *testing.T) {
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
	opening := newRoom()
	s.rooms["opening"] = opening
	if name, r := s.idle(late); r != nil {
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
	name, r := s.idle(late)
	if r == nil || name != "sea" || !r.leaving {
		t.Fatalf("%q, %v", name, r)
	}
	came := make(chan error, 1)
	go func() {
		came <- s.Use(t.Context(), "sea", func(ctx context.Context, _ web.Workspace) error { return ctx.Err() })
	}()
	if err := s.empty(r); err != nil {
		t.Fatal(err)
	}
	s.free(name, r)
	if err := <-came; err != nil {
		t.Errorf("who came meanwhile: %v", err)
	}
}

// TestCloseWhileOpening: what is being opened is ended, not waited for.
func TestCloseWhileOpening(t *testing.T) {
	r := newRoom()
	go func() {
		<-r.ctx.Done() // as opening does
		r.err = r.ctx.Err()
		close(r.ready)
	}()
	ended := make(chan error, 1)
	go func() { ended <- new(Service).empty(r) }()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("closing waits for the opening")
	}
}
