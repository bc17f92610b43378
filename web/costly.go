package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"grove/internal/fault"
	"grove/internal/singleflight"
)

const (
	// costlyQueue is the number of reads that may wait for each slot.
	costlyQueue = 8
	// costlyWait bounds the wait for a slot.
	costlyWait = 20 * time.Second
)

// costlyReads carries out the reads of one route whose work grows with the graph: few at a time, a
// bounded number waiting, and identical concurrent ones once.
type costlyReads struct {
	slots   *semaphore.Weighted
	queue   int64
	waiting atomic.Int64

	underWay singleflight.Group[[]byte] // by workspace, state of the graph and parameters
}

func newCostlyReads(slots int) *costlyReads {
	return &costlyReads{slots: semaphore.NewWeighted(int64(slots)), queue: int64(slots * costlyQueue)}
}

// acquire waits for a slot; fault.Overloaded if too many wait already, or the wait is too long.
func (r *costlyReads) acquire(ctx context.Context) error {
	const op = "web.costly"
	if r.slots.TryAcquire(1) {
		return nil
	}
	defer r.waiting.Add(-1)
	if r.waiting.Add(1) > r.queue {
		return fault.New(fault.Overloaded, op, "", "too many requests of this kind at once", "wait, and send fewer of them at once")
	}
	wait, stop := context.WithTimeout(ctx, costlyWait)
	defer stop()
	if err := r.slots.Acquire(wait, 1); err != nil {
		if ctx.Err() != nil {
			return fault.Wrap(ctx.Err(), op, "")
		}
		return fault.New(fault.Overloaded, op, "", "the requests of this kind before this one take too long", "try again later")
	}
	return nil
}

// do returns the result of a read in a slot, shared with the requests that ask for the same key at the
// same time. The read is canceled once no request waits for it.
func (r *costlyReads) do(ctx context.Context, key string, read func(context.Context) ([]byte, error)) ([]byte, error) {
	body, _, err := r.underWay.Do(ctx, key, func(ctx context.Context) ([]byte, error) {
		if err := r.acquire(ctx); err != nil {
			return nil, err
		}
		defer r.slots.Release(1)
		return read(ctx)
	})
	return body, fault.Wrap(err, "web.costly", "")
}

// answerCostly answers a request to a costly route. The state of the graph is part of the key, so
// that a request never gets a result that is older than itself.
func (s *server) answerCostly(ctx context.Context, c *call) error {
	var number int64
	err := s.Service.Use(ctx, c.workspace, func(ctx context.Context, w Workspace) (err error) {
		number, err = w.Browse().ChangeNumber(ctx)
		return err
	})
	if err != nil {
		return err
	}
	values, err := json.Marshal(c.values)
	if err != nil {
		return fault.Wrap(err, "web.costly", c.route.id)
	}
	key := fmt.Sprintf("%s %d %s", c.workspace, number, values)
	// The read may outlive the request, and must not use c.
	a, read := c.arguments, c.route.costly
	body, err := s.costly[c.route.id].do(ctx, key, func(ctx context.Context) (body []byte, err error) {
		ctx, stop := context.WithTimeout(ctx, s.Limits.QuestionTime)
		defer stop()
		err = s.Service.Use(ctx, a.workspace, func(ctx context.Context, w Workspace) error {
			v, err := read(ctx, a, w)
			if err == nil {
				body, err = json.Marshal(v)
			}
			return err
		})
		return body, err
	})
	if err != nil {
		return err
	}
	c.gin.Data(http.StatusOK, jsonType, body)
	return nil
}
