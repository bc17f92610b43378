package web

import (
	"context"
	"crypto/rand"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"grove/internal/fault"
)

// mostKept bounds the events of questions that are over and can be asked for again, in
// bytes: the latest are kept.
const mostKept = 64 << 20

// inquiries are those under way, and for a while those that are over. Its zero value
// has none.
type inquiries struct {
	mu   sync.Mutex
	byID map[string]*inquiry
	// ended are those that are over, the earliest first, and bytes what they take.
	ended []endedInquiry
	bytes int
}

// endedInquiry is a question that is over.
type endedInquiry struct {
	*inquiry
	at    time.Time
	bytes int
}

// begin notes a question of a key.
func (s *inquiries) begin(key, workspace string, q Question, cancel context.CancelFunc) *inquiry {
	i := &inquiry{id: strings.ToLower(rand.Text()), key: key, workspace: workspace, question: q, cancel: cancel, news: make(chan struct{})}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byID == nil {
		s.byID = map[string]*inquiry{}
	}
	s.byID[i.id] = i
	return i
}

// close keeps a question that is over for so long, and lets go of those that were kept
// long enough.
func (s *inquiries) close(i *inquiry, keep time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := endedInquiry{i, time.Now(), i.size()}
	s.ended = append(s.ended, e)
	s.bytes += e.bytes
	s.sweep(e.at.Add(-keep))
	time.AfterFunc(keep, func() { s.drop(keep) })
}

func (s *inquiries) drop(keep time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sweep(time.Now().Add(-keep))
}

// sweep lets go of what ended up to then, and of what is too much; the caller holds mu.
func (s *inquiries) sweep(then time.Time) {
	n := 0
	for n < len(s.ended) && (!s.ended[n].at.After(then) || s.bytes > mostKept) {
		s.bytes -= s.ended[n].bytes
		delete(s.byID, s.ended[n].id)
		n++
	}
	s.ended = slices.Delete(s.ended, 0, n)
}

// resume finds the question of an event that a client has seen, and the event's number.
// Only who asked it finds it.
func (s *inquiries) resume(lastEvent, key, workspace string, q Question) (*inquiry, int, error) {
	const op = "web.resume"
	id, number, _ := strings.Cut(lastEvent, ".")
	n, err := strconv.Atoi(number)
	if err != nil {
		return nil, 0, badParam("Last-Event-ID", "not the id of an event", "give the id of the last event, or none")
	}
	s.mu.Lock()
	i := s.byID[id]
	s.mu.Unlock()
	switch {
	case i == nil || i.key != key || i.workspace != workspace:
		return nil, 0, fault.New(fault.NotFound, op, "Last-Event-ID", "there is no such question any more", "ask again without Last-Event-ID")
	case !reflect.DeepEqual(i.question, q):
		return nil, 0, fault.New(Conflict, op, "Last-Event-ID", "the event is of another question", "send the body that the stream began with")
	}
	return i, n, nil
}
