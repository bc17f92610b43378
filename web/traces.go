package web

import (
	"context"
	"net/http"
	"time"

	"grove/internal/fault"
	"grove/internal/traces"
	"grove/query"
)

// TraceList is a page of the traces of questions, the latest first.
type TraceList struct {
	Traces []traces.Summary `json:"traces"`
	// Next is what before must be for the next page, "" on the last one.
	Next string `json:"next"`
}

// Speed is how fast a trace is replayed: 1 takes as long as the question took, 0 no time.
const (
	usualSpeed   = 1
	highestSpeed = 1000
)

func listTraces(ctx context.Context, c *call, w Workspace) error {
	limit := c.number("limit")
	list, err := w.Traces().List(ctx, c.text("before"), limit)
	if err != nil {
		return err
	}
	out := TraceList{Traces: list}
	if len(list) == limit {
		out.Next = list[limit-1].ID
	}
	return c.reply(http.StatusOK, out)
}

func showTrace(_ context.Context, c *call, w Workspace) error {
	t, err := w.Traces().Get(c.text("id"))
	if err != nil {
		return err
	}
	t.Answer, t.Options.Without = whole(t.Answer), list(t.Options.Without)
	return c.reply(http.StatusOK, t)
}

func deleteTrace(_ context.Context, c *call, w Workspace) error {
	if err := w.Traces().Delete(c.text("id")); err != nil {
		return err
	}
	return c.empty()
}

// replayTrace streams the events of a question again.
func replayTrace(ctx context.Context, c *call, w Workspace) error {
	t, err := w.Traces().Get(c.text("id"))
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	events, end, id := make(chan query.Event), make(chan error, 1), requestID(c.gin)
	go func() {
		end <- c.server.sheltered(ctx, id, func() error {
			return t.Replay(ctx, float64(c.number("speed")), func(e query.Event) error {
				select {
				case events <- e:
					return nil
				case <-ctx.Done():
					return ctx.Err()
				}
			})
		})
	}()
	s := c.stream()
	beat := time.NewTicker(c.server.Limits.Heartbeat)
	defer beat.Stop()
	for {
		select {
		case e := <-events:
			err = s.tell(e)
		case <-beat.C:
			err = s.beat()
		case err := <-end:
			if fault.Is(err, fault.Internal) {
				return c.failed(s, err)
			}
			return c.cut(s, err)
		case <-c.server.Stopping:
			return nil
		}
		if err != nil {
			return c.gone(err)
		}
	}
}
