package web

import (
	"context"
	"encoding/json"
	"strconv"
	"sync"
	"time"

	"grove/query"
)

// inquiry is a question whose answer is streamed. It outlives its client's connection for
// a while, so that a client that comes back misses nothing; without a client it makes
// no calls.
type inquiry struct {
	// id begins the ids of its events; key, workspace and question are who asked what.
	id, key, workspace string
	question           digest
	// cancel ends it.
	cancel context.CancelFunc

	mu     sync.Mutex
	events []toldEvent
	steps  int
	over   bool
	// sent tells that a client was sent an event: it can come back.
	sent bool
	// err is what it ended with, nil for an answer.
	err error
	// clients follow it. Without one it is given up when away fires. Meanwhile it has the
	// place of its last client's request, which leave gives back; leave is nil while the
	// place is lent to the request of a client that comes back.
	clients int
	away    *time.Timer
	leave   func()
	// news is closed, and another one put in its place, whenever something changes.
	news chan struct{}
}

// toldEvent is an event as it is sent.
type toldEvent struct {
	kind query.EventKind
	data json.RawMessage
}

// eventID names the nth event of a question, the first being 1.
func (i *inquiry) eventID(n int) string { return i.id + "." + strconv.Itoa(n) }

// step tells a step, numbered in the order in which they come.
func (i *inquiry) step(s query.Step) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.steps++
	s.Step = i.steps
	i.tell(query.StepEvent(s))
}

// tell notes an event; the caller holds mu.
func (i *inquiry) tell(e query.Event) {
	raw, err := json.Marshal(e.Data)
	if err != nil { // a defect, which ends the question
		i.err = err
		i.cancel()
		return
	}
	i.events = append(i.events, toldEvent{e.Kind, raw})
	i.changed()
}

func (i *inquiry) changed() {
	close(i.news)
	i.news = make(chan struct{})
}

// end notes how the question ended, with its last events.
func (i *inquiry) end(err error, last ...query.Event) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, e := range last {
		i.tell(e)
	}
	if i.err == nil {
		i.err = err
	}
	i.over = true
	i.stay()
	i.changed()
}

// after gives the events after the first n, which are then sent, whether they are all,
// what tells of a change, and why the question failed.
func (i *inquiry) after(n int) (events []toldEvent, over bool, news <-chan struct{}, err error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	events = i.events[min(n, len(i.events)):]
	i.sent = i.sent || len(events) > 0
	return events, i.over, i.news, i.err
}

// resumable tells of a question that is over whether anybody may ask for its events
// again: it came to more than an error, and a client has the id of an event, or is there
// to get one.
func (i *inquiry) resumable() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return (i.err == nil || len(i.events) > 1) && (i.sent || i.clients > 0)
}

// come notes that a client follows the question.
func (i *inquiry) come() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.clients++
	i.stay()
	i.changed()
}

// stay takes back that the question is to be given up; the caller holds mu.
func (i *inquiry) stay() {
	if i.away != nil {
		i.away.Stop()
		i.away = nil
	}
	if i.leave != nil {
		i.leave()
		i.leave = nil
	}
}

// goes notes that a client is gone. After the last one the question waits for grace, in
// the place of that client's request, which it tells to have taken. Where no client has
// an event's id none can come back: it is given up at once.
func (i *inquiry) goes(grace time.Duration, leave func()) (taken bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.clients--; i.clients > 0 || i.over {
		return false
	}
	if !i.sent {
		i.cancel()
		return false
	}
	i.leave, i.away = leave, time.AfterFunc(grace, i.cancel)
	return true
}

// lend gives the place in which the question waits for its client, nil where it has none.
func (i *inquiry) lend() (leave func()) {
	i.mu.Lock()
	defer i.mu.Unlock()
	leave, i.leave = i.leave, nil
	return leave
}

// restore takes a place back that was lent, where the question waits still.
func (i *inquiry) restore(leave func()) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.away == nil || i.leave != nil {
		leave()
		return
	}
	i.leave = leave
}

// gate holds calls back while no client follows the question.
func (i *inquiry) gate(ctx context.Context) error {
	for {
		i.mu.Lock()
		clients, news := i.clients, i.news
		i.mu.Unlock()
		if clients > 0 {
			return nil
		}
		select {
		case <-news:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// What a question takes beside the data of its events, and an event beside its data, in
// bytes; both are rounded up.
const (
	inquiryBytes = 4 << 10
	eventBytes   = 128
)

// size is roughly the bytes that it takes.
func (i *inquiry) size() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	bytes := inquiryBytes
	for _, e := range i.events {
		bytes += eventBytes + len(e.data)
	}
	return bytes
}
