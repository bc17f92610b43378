package web

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/traces"
	"grove/query"
)

// answerStream holds the events of a question: while it runs, and for Limits.Grace afterwards,
// so that a client whose connection broke receives the remaining ones. Its stored trace has the
// same events, but may have the steps in another order: they are numbered by branch there, and
// by arrival here. Without a client no model call starts, and after Limits.Grace the question is
// canceled.
type answerStream struct {
	// id is the id of the trace, slot that of the request which started the question.
	id, key, workspace string
	cancel             context.CancelFunc
	slot               *slot

	mu      sync.Mutex
	events  []query.Event // their data as JSON
	over    bool
	err     error // nil for an answer
	readers int   // the clients that read the stream
	grace   *time.Timer
	// changed is closed and replaced whenever something changes.
	changed chan struct{}
}

func newAnswerStream(trace string, cancel context.CancelFunc) *answerStream {
	return &answerStream{id: trace, cancel: cancel, changed: make(chan struct{})}
}

// eventID is the id of the nth event of a trace, counted from 1.
func eventID(trace string, n int) string { return trace + "." + strconv.Itoa(n) }

// add adds events; the caller holds mu.
func (s *answerStream) add(events ...query.Event) {
	for _, e := range events {
		raw, err := json.Marshal(e.Data)
		if err != nil { // a defect, which ends the question
			s.err = err
			s.cancel()
			break
		}
		s.events = append(s.events, query.Event{Kind: e.Kind, Data: json.RawMessage(raw)})
	}
	s.notify()
}

// notify closes changed and replaces it; the caller holds mu.
func (s *answerStream) notify() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// append adds an event.
func (s *answerStream) append(e query.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(e)
}

// step adds a step, numbered by its arrival.
func (s *answerStream) step(step query.Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	step.Step = len(s.events) + 1
	s.add(query.StepEvent(step))
}

// end adds the last events; err is why the question failed, nil for an answer.
func (s *answerStream) end(err error, last ...query.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err, s.over = err, true
	s.add(last...)
}

// attach adds a reader of the stream, which calls detach at its end.
func (s *answerStream) attach() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.grace != nil {
		s.grace.Stop()
	}
	s.readers++
	s.notify()
}

// detach removes a reader; the last one leaves the question without a client. Before the first
// event no client knows the id of the stream, and so the question is canceled at once; later it
// is canceled after grace.
func (s *answerStream) detach(grace time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.readers--
	switch {
	case s.readers > 0 || s.over:
	case len(s.events) == 0:
		s.cancel()
	default:
		s.grace = time.AfterFunc(grace, s.cancel)
	}
}

// after returns the events after the first n, and a channel that is closed on a change: nil
// once the stream is over. err is why the question failed.
func (s *answerStream) after(n int) (events []query.Event, changed <-chan struct{}, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if events = s.events[min(n, len(s.events)):]; s.over {
		return events, nil, s.err
	}
	return events, s.changed, nil
}

// ended reports whether the stream is over.
func (s *answerStream) ended() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.over
}

// gate blocks a model call while no client reads the stream.
func (s *answerStream) gate(ctx context.Context) error {
	for {
		s.mu.Lock()
		attached, changed := s.readers > 0, s.changed
		s.mu.Unlock()
		if attached {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// askStream starts a question that outlives its request, and streams its events.
func (c *call) askStream(ctx context.Context, q Question) error {
	id := traces.NewID(time.Now())
	q.TraceID = id
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.server.Limits.QuestionTime)
	s, server := newAnswerStream(id, cancel), c.server
	s.key, s.workspace, s.slot = c.gin.GetString(keyID), c.workspace, c.slot
	requestID := requestID(c.gin)
	s.attach()
	server.streams.Store(id, s)
	server.shareSlot(s.slot)
	go func() {
		defer server.releaseSlot(s.slot)
		defer server.retain(s)
		server.runStream(ctx, s, requestID, func(ctx context.Context) (last []query.Event, err error) {
			err = server.Service.Use(ctx, s.workspace, func(ctx context.Context, w Workspace) error {
				answer, err := w.Ask(llm.WithGate(ctx, s.gate), q, s.step)
				last = query.AnswerEvents(whole(answer))
				return err
			})
			return last, err
		})
	}()
	return c.follow(s, 0)
}

// retain keeps a stream that is over for Limits.Grace, unless no client knows its id or as many
// streams are kept as requests may be under way.
func (s *server) retain(stream *answerStream) {
	stream.mu.Lock()
	unknown := stream.err != nil && len(stream.events) <= 1
	stream.mu.Unlock()
	end := func() {
		s.streams.Delete(stream.id)
		s.retained.Add(-1)
	}
	if s.retained.Add(1) > int64(s.Limits.Requests) || unknown {
		end()
		return
	}
	time.AfterFunc(s.Limits.Grace, end)
}

// forgetStreams removes the streams of a workspace, as it is deleted.
func (s *server) forgetStreams(workspace string) {
	s.streams.Range(func(id, stream any) bool {
		if stream.(*answerStream).workspace == workspace {
			s.streams.Delete(id)
		}
		return true
	})
}

// runStream does work that adds events to a stream, and then ends the stream with the last
// events of the work or its error.
func (s *server) runStream(ctx context.Context, stream *answerStream, requestID string, work func(context.Context) ([]query.Event, error)) {
	defer stream.cancel()
	last, err := func() (last []query.Event, err error) {
		defer fault.Recover(ctx, &err, "web.runStream", stream.id)
		return work(ctx)
	}()
	if err != nil {
		p := s.problem(err, requestID)
		s.Log.WarnContext(ctx, "stream failed", "request_id", requestID, "code", p.Code, "error", err.Error())
		last = []query.Event{{Kind: query.EventError, Data: p}}
	}
	stream.end(err, last...)
}

// follow sends the events of a stream after the first n, until it is over or the client is gone.
func (c *call) follow(from *answerStream, n int) error {
	defer from.detach(c.server.Limits.Grace)
	s, client := c.stream(), c.gin.Request.Context()
	beat := time.NewTicker(c.server.Limits.Heartbeat)
	defer beat.Stop()
	for {
		events, changed, failed := from.after(n)
		if failed != nil && len(events) <= 1 && !s.begun() {
			return failed // before any step: an ordinary error
		}
		for _, e := range events {
			n++
			if err := s.send(string(e.Kind), eventID(from.id, n), e.Data); err != nil {
				return c.gone(err)
			}
		}
		if changed == nil {
			return nil
		}
		select {
		case <-changed:
		case <-client.Done():
			if errors.Is(context.Cause(client), errEnding) {
				return c.ended(s)
			}
			return c.gone(client.Err())
		case <-beat.C:
			if err := s.beat(); err != nil {
				return c.gone(err)
			}
		}
	}
}

// ended reports to the client of a stream that the service ends before the stream does.
func (c *call) ended(s *stream) error {
	err := &fault.Error{Kind: fault.Unavailable, Op: "web.follow", Err: errEnding}
	if !s.begun() {
		return err
	}
	return c.gone(s.send(string(query.EventError), "", c.server.problem(err, requestID(c.gin))))
}

// liveStream returns the retained stream that a request continues to read, nil if there is
// none. Only the key that asked the question can read it.
func (c *call) liveStream() *answerStream {
	var id string
	switch {
	case c.route.id == "replayTrace":
		id = c.gin.Param("id")
	case c.route.id == "ask" && c.wantsEvents():
		id, _, _ = strings.Cut(c.gin.GetHeader(lastEventID), ".")
	}
	live, _ := c.server.streams.Load(id)
	s, ok := live.(*answerStream)
	if !ok || s.key != c.gin.GetString(keyID) || s.workspace != c.workspace {
		return nil
	}
	return s
}

// replayTrace streams the events of a question; see readOn.
func replayTrace(ctx context.Context, c *call) error {
	n := c.number("after")
	if last := c.text(lastEventID); last != "" {
		_, n = splitEventID(last)
	}
	return c.readOn(ctx, c.text("id"), n, float64(c.number("speed")))
}

// splitEventID is the inverse of eventID.
func splitEventID(id string) (trace string, n int) {
	trace, number, _ := strings.Cut(id, ".")
	n, _ = strconv.Atoi(number)
	return trace, n
}

// readOn streams the events of a trace after the first n: live while the question runs, to a
// client that continues (n above 0) also for Limits.Grace afterwards, else from its stored trace.
func (c *call) readOn(ctx context.Context, id string, n int, speed float64) error {
	if live := c.liveStream(); live != nil && (n > 0 || !live.ended()) {
		if err := c.stream().beat(); err != nil { // begins the response
			return c.gone(err)
		}
		live.attach()
		return c.follow(live, n)
	}
	var t traces.Trace
	err := c.server.Service.Use(ctx, c.workspace, func(_ context.Context, w Workspace) (err error) {
		t, err = w.Traces().Get(id)
		return err
	})
	if err != nil {
		return err
	}
	return c.replay(ctx, t, n, speed)
}

// replay streams the events of a stored trace after the first n, until the service shuts down.
func (c *call) replay(ctx context.Context, t traces.Trace, n int, speed float64) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s, id := newAnswerStream(t.ID, cancel), requestID(c.gin)
	events := t.Events()
	s.events = events[:min(n, len(events))]   // sent already
	if err := c.stream().beat(); err != nil { // begins the response, also if no event is left
		return c.gone(err)
	}
	s.attach()
	go func() {
		select {
		case <-c.server.Stopping:
			cancel()
		case <-ctx.Done():
		}
	}()
	go c.server.runStream(ctx, s, id, func(ctx context.Context) ([]query.Event, error) {
		return nil, t.Replay(ctx, n, speed, func(e query.Event) error {
			s.append(e)
			return nil
		})
	})
	return c.follow(s, n)
}
