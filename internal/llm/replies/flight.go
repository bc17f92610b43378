package replies

import (
	"context"
	"sync"

	"grove/internal/fault"
	"grove/internal/llm"
)

// flights lets concurrent calls with the same key share one call. Unlike x/sync's singleflight
// it cancels the shared call once no caller waits for it.
type flights struct {
	mu    sync.Mutex
	byKey map[string]*flight
}

// flight is one shared call.
type flight struct {
	// waiting counts the callers that were not canceled; guarded by flights.mu.
	waiting int
	// claimed is true once a caller got the reply as not cached; guarded by flights.mu.
	claimed bool
	cancel  context.CancelFunc
	// done is closed when reply and err are final.
	done  chan struct{}
	reply llm.Reply
	err   error
}

// do joins the call of the key, or starts it. One caller gets the reply unchanged, the others
// get it as Cached; a failed one without its tokens.
func (s *flights) do(ctx context.Context, key string, call func(context.Context) (llm.Reply, error)) (llm.Reply, error) {
	if err := ctx.Err(); err != nil {
		return llm.Reply{}, err
	}
	f := s.join(ctx, key, call)
	select {
	case <-f.done:
		return s.claim(f), f.err
	case <-ctx.Done():
		s.leave(key, f)
		return llm.Reply{}, ctx.Err()
	}
}

func (s *flights) join(ctx context.Context, key string, call func(context.Context) (llm.Reply, error)) *flight {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.byKey[key]; f != nil {
		f.waiting++
		return f
	}
	// The shared call must survive the cancellation of its first caller.
	shared, cancel := context.WithCancel(context.WithoutCancel(ctx))
	f := &flight{waiting: 1, cancel: cancel, done: make(chan struct{})}
	s.byKey[key] = f
	go func() {
		defer cancel()
		func() {
			defer fault.Recover(shared, &f.err, "replies.call", "")
			f.reply, f.err = call(shared)
		}()
		s.mu.Lock()
		s.remove(key, f)
		s.mu.Unlock()
		close(f.done)
	}()
	return f
}

// claim returns the reply for one caller.
func (s *flights) claim(f *flight) llm.Reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	reply := f.reply
	if f.claimed {
		reply.Cached = true
		if f.err != nil {
			reply = llm.Reply{Cached: true}
		}
	}
	f.claimed = true
	return reply
}

// leave removes a canceled caller; the last one cancels the shared call.
func (s *flights) leave(key string, f *flight) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.waiting--; f.waiting == 0 {
		s.remove(key, f)
		f.cancel()
	}
}

// remove removes the flight, so that the next call of the key starts another. The caller holds
// the lock.
func (s *flights) remove(key string, f *flight) {
	if s.byKey[key] == f {
		delete(s.byKey, key)
	}
}
