package web

import (
	"context"
	"time"

	"grove/internal/llm"
	"grove/query"
)

// askStream streams what the agent does while it does it: a new question, or one whose
// stream broke. Where the client goes away no further call is begun; where it does not
// come back in time the question ends. ctx ends with the client, too, and when the
// workspace is closed.
func (c *call) askStream(ctx context.Context, q Question) error {
	key := c.gin.GetString(keyID)
	sum, err := digestOf(q)
	if err != nil {
		return err
	}
	if last := c.text(lastEventID); last != "" {
		i, seen, err := c.server.inquiries.resume(last, key, c.workspace(), sum)
		if err != nil {
			return err
		}
		if err := c.stream().beat(); err != nil { // it goes on, whenever the next event comes
			return c.gone(err)
		}
		i.come()
		return c.follow(ctx, i, seen)
	}
	own, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.server.Limits.QuestionTime)
	i := c.server.inquiries.begin(key, c.workspace(), sum, cancel)
	go c.server.work(own, i, q, requestID(c.gin))
	return c.follow(ctx, i, 0)
}

// follow streams the events of a question that the client has not seen.
func (c *call) follow(ctx context.Context, i *inquiry, seen int) error {
	defer c.goes(i)
	return c.relay(ctx, i, seen)
}

// work has a question answered, on its own account: requests come and go.
func (s *server) work(ctx context.Context, i *inquiry, q Question, requestID string) {
	defer i.cancel()
	var answer query.Answer
	err := s.sheltered(ctx, requestID, func() error {
		return s.Service.Use(ctx, i.workspace, func(ctx context.Context, w Workspace) (err error) {
			answer, err = w.Ask(llm.WithGate(ctx, i.gate), q, i.step)
			return err
		})
	})
	if err == nil {
		i.end(nil, query.AnswerEvents(whole(answer))...)
	} else {
		p := problemOf(err, requestID)
		s.Log.WarnContext(ctx, "question failed", "request_id", requestID, "code", p.Code, "error", err.Error())
		i.end(err, query.Event{Kind: query.EventError, Data: p})
	}
	s.inquiries.close(i, s.Limits.Kept)
}

// relay sends the events of a question after those that were seen, until it is over or
// the client is gone. Where the workspace is closed it ends the question, which may wait
// for the workspace itself, and tells the client so.
func (c *call) relay(ctx context.Context, i *inquiry, seen int) error {
	s, client, closed := c.stream(), c.gin.Request.Context(), ctx.Done()
	beat := time.NewTicker(c.server.Limits.Heartbeat)
	defer beat.Stop()
	for {
		events, over, news, failed := i.after(seen)
		if over && failed != nil && seen == 0 && len(events) <= 1 && !s.begun() {
			return failed // nothing was said: an ordinary error
		}
		for _, e := range events {
			seen++
			if err := s.send(string(e.kind), i.eventID(seen), e.data); err != nil {
				return c.gone(err)
			}
		}
		if over {
			return nil
		}
		select {
		case <-news:
		case <-client.Done():
			return c.gone(client.Err())
		case <-closed:
			if closed = nil; client.Err() == nil {
				i.cancel()
			}
		case <-beat.C:
			if err := s.beat(); err != nil {
				return c.gone(err)
			}
		}
	}
}
