// Package singleflight shares work among concurrent callers that ask for the same. Unlike
// golang.org/x/sync/singleflight it cancels the work once no caller waits for it.
package singleflight

import (
	"context"
	"sync"

	"grove/internal/fault"
)

// Group shares work by key. The zero value is ready; a Group is safe for concurrent use.
type Group[T any] struct {
	mu    sync.Mutex
	byKey map[string]*call[T]
}

// call is one work under way; the Group's lock guards waiting and claimed.
type call[T any] struct {
	waiting int
	claimed bool
	cancel  context.CancelFunc
	// done is closed when value and err are final.
	done  chan struct{}
	value T
	err   error
}

// Do returns the result of the work of the key that is under way, or of work, which it starts. The
// first of the callers that get a result gets it with first set. The work keeps the values of its first
// caller's context, not its end: it is canceled when the contexts of all its callers have ended.
func (g *Group[T]) Do(ctx context.Context, key string, work func(context.Context) (T, error)) (value T, first bool, err error) {
	if err := ctx.Err(); err != nil {
		return value, false, err
	}
	c := g.join(ctx, key, work)
	select {
	case <-c.done:
		g.mu.Lock()
		defer g.mu.Unlock()
		first, c.claimed = !c.claimed, true
		return c.value, first, c.err
	case <-ctx.Done():
		g.leave(key, c)
		return value, false, ctx.Err()
	}
}

func (g *Group[T]) join(ctx context.Context, key string, work func(context.Context) (T, error)) *call[T] {
	g.mu.Lock()
	defer g.mu.Unlock()
	if c := g.byKey[key]; c != nil {
		c.waiting++
		return c
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	c := &call[T]{waiting: 1, cancel: cancel, done: make(chan struct{})}
	if g.byKey == nil {
		g.byKey = map[string]*call[T]{}
	}
	g.byKey[key] = c
	go func() {
		defer cancel()
		defer close(c.done)
		defer func() {
			g.mu.Lock()
			defer g.mu.Unlock()
			g.remove(key, c)
		}()
		defer fault.Recover(ctx, &c.err, "singleflight.Do", "")
		c.value, c.err = work(ctx)
	}()
	return c
}

// leave ends the wait of a caller; the last one cancels the work, under the lock: nobody joins it then.
func (g *Group[T]) leave(key string, c *call[T]) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if c.waiting--; c.waiting == 0 {
		g.remove(key, c)
		c.cancel()
	}
}

// remove has the next caller of the key start work of its own. g.mu is held.
func (g *Group[T]) remove(key string, c *call[T]) {
	if g.byKey[key] == c {
		delete(g.byKey, key)
	}
}
