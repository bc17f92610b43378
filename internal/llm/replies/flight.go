package replies

import (
	"context"
	"sync"

	"grove/internal/fault"
	"grove/internal/llm"
)

// flights lets calls of the same key share one call. Unlike x/sync's
// singleflight it ends the shared call once nobody waits for it any more.
type flights struct {
	mu    sync.Mutex
	byKey map[string]*flight
}

// flight is one shared call.
type flight struct {
	// waiting counts the callers that have not gone; under flights.mu.
	waiting int
	// claimed is true once a caller has taken the reply as its own; under flights.mu.
	claimed bool
	cancel  context.CancelFunc
	// done is closed when reply and err are final.
	done  chan struct{}
	reply llm.Reply
	err   error
}

// do joins the flight of the key, or starts it. One caller gets the reply as it
// is, the others as Cached.
func (s *flights) do(ctx context.Context, key string, call func(context.Context) (llm.Reply, error)) (llm.Reply, error) {
	if err := ctx.Err(); err != nil {
		return llm.Reply{}, err
	}
	f := s.board(ctx, key, call)
	select {
	case <-f.done:
		return s.claim(f), f.err
	case <-ctx.Done():
		s.leave(key, f)
		return llm.Reply{}, ctx.Err()
	}
}

func (s *flights) board(ctx context.Context, key string, call func(context.Context) (llm.Reply, error)) *flight {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.byKey[key]; f != nil {
		f.waiting++
		return f
	}
	// The first caller may go while others stay.
	shared, cancel := context.WithCancel(context.WithoutCancel(ctx))
	f := &flight{waiting: 1, cancel: cancel, done: make(chan struct{})}
	s.byKey[key] = f
	go func() {
		defer cancel()
		func() {
			defer fault.Recover(shared, &f.err, "replies.call", "")
			f.reply, f.err = call(shared)
		}()
		s.land(key, f)
		close(f.done)
	}()
	return f
}

// claim gives the reply to a caller.
func (s *flights) claim(f *flight) llm.Reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	reply := f.reply
	if f.err == nil && f.claimed {
		reply.Cached = true
	}
	f.claimed = true
	return reply
}

// leave takes a caller off; the last one ends the call, and whoever comes later
// starts another.
func (s *flights) leave(key string, f *flight) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.waiting--; f.waiting == 0 {
		s.forget(key, f)
		f.cancel()
	}
}

// land makes way for a new flight of the key.
func (s *flights) land(key string, f *flight) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget(key, f)
}

func (s *flights) forget(key string, f *flight) {
	if s.byKey[key] == f {
		delete(s.byKey, key)
	}
}
