package web

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"
)

// scales weigh the large documents that are worked on, in bytes: those of a key, so that
// no key keeps all others waiting, and all together.
type scales struct {
	share int64
	all   *semaphore.Weighted

	mu   sync.Mutex
	keys map[string]*semaphore.Weighted // by id of a key
}

func newScales(l Limits) *scales {
	share := l.Upload + formOverhead
	return &scales{share: share, all: semaphore.NewWeighted(heavyDocuments * share), keys: map[string]*semaphore.Weighted{}}
}

// of gives the share of a key; "" is everyone without one.
func (s *scales) of(key string) *semaphore.Weighted {
	s.mu.Lock()
	defer s.mu.Unlock()
	own, ok := s.keys[key]
	if !ok {
		own = semaphore.NewWeighted(s.share)
		s.keys[key] = own
	}
	return own
}

// add waits until a request of a key has so many bytes on the scales. Where ctx ends
// before, it has what it had.
func (s *scales) add(ctx context.Context, key string, has *int64, want int64) error {
	more := want - *has
	if more <= 0 { // nothing, too, would wait behind others
		return nil
	}
	own := s.of(key)
	if err := own.Acquire(ctx, more); err != nil {
		return err
	}
	if err := s.all.Acquire(ctx, more); err != nil {
		own.Release(more)
		return err
	}
	*has = want
	return nil
}

// remove takes off all that a request has.
func (s *scales) remove(key string, has *int64) {
	if *has > 0 {
		s.of(key).Release(*has)
		s.all.Release(*has)
		*has = 0
	}
}
