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

// weight is what a request has on the scales, of its key's share and of all.
type weight struct{ ofKey, ofAll int64 }

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

// add waits until what a request has is so much. Where ctx ends before, it has what it
// got until then.
func (s *scales) add(ctx context.Context, key string, has *weight, want weight) error {
	if more := want.ofKey - has.ofKey; more > 0 { // nothing, too, would wait behind others
		if err := s.of(key).Acquire(ctx, more); err != nil {
			return err
		}
		has.ofKey = want.ofKey
	}
	if more := want.ofAll - has.ofAll; more > 0 {
		if err := s.all.Acquire(ctx, more); err != nil {
			return err
		}
		has.ofAll = want.ofAll
	}
	return nil
}

// remove takes off all that a request has.
func (s *scales) remove(key string, has *weight) {
	if has.ofKey > 0 {
		s.of(key).Release(has.ofKey)
	}
	if has.ofAll > 0 {
		s.all.Release(has.ofAll)
	}
	*has = weight{}
}
