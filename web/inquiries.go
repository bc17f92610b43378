package web

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"grove/internal/fault"
)

// mostKept bounds what questions take that are over and can be asked for again, in
// bytes: where it is too much, the earliest go of the key that has most.
const mostKept = 64 << 20

// inquiries are those under way, and for a while those that are over. Its zero value
// has none.
type inquiries struct {
	mu   sync.Mutex
	byID map[string]*inquiry
	// ended are those that are over, the earliest first, and bytes what they take, by key
	// and together.
	ended []endedInquiry
	byKey map[string]int
	bytes int
	// sweeping tells that a sweep is to come.
	sweeping bool
}

// endedInquiry is a question that is over.
type endedInquiry struct {
	*inquiry
	at    time.Time
	bytes int
}

// digest stands for a question: it may be a megabyte long, with its history.
type digest [sha256.Size]byte

// digestOf gives the same for the same question, however its JSON was written.
func digestOf(q Question) (digest, error) {
	raw, err := json.Marshal(q)
	if err != nil {
		return digest{}, fault.Wrap(err, "web.digestOf", "")
	}
	return sha256.Sum256(raw), nil
}

// begin notes a question of a key, whose client follows it.
func (s *inquiries) begin(key, workspace string, q digest, cancel context.CancelFunc) *inquiry {
	i := &inquiry{id: strings.ToLower(rand.Text()), key: key, workspace: workspace, question: q, cancel: cancel, clients: 1, news: make(chan struct{})}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byID == nil {
		s.byID, s.byKey = map[string]*inquiry{}, map[string]int{}
	}
	s.byID[i.id] = i
	return i
}

// close keeps a question that is over for so long, where anybody may ask for it. One that
// was forgotten meanwhile stays so.
func (s *inquiries) close(i *inquiry, keep time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byID[i.id] != i {
		return
	}
	if !i.resumable() {
		delete(s.byID, i.id)
		return
	}
	e := endedInquiry{i, time.Now(), i.size()}
	s.ended = append(s.ended, e)
	s.bytes += e.bytes
	s.byKey[i.key] += e.bytes
	if s.bytes > mostKept {
		s.reduce(mostKept - mostKept/16) // by more than one: it looks at all
	}
	if !s.sweeping {
		s.sweepLater(keep, keep)
	}
}

// reduce lets go of the earliest of the key that has most, until no more is kept than so
// many bytes; the caller holds mu.
func (s *inquiries) reduce(bytes int) {
	for s.bytes > bytes {
		key := s.largest()
		s.drop(func(e endedInquiry) bool { return e.key == key && s.bytes > bytes })
	}
}

// largest is the key that has most kept; the caller holds mu.
func (s *inquiries) largest() (key string) {
	most := 0
	for k, bytes := range s.byKey {
		if bytes > most || bytes == most && k < key {
			key, most = k, bytes
		}
	}
	return key
}

// drop lets go of some that are over; the caller holds mu.
func (s *inquiries) drop(gone func(endedInquiry) bool) {
	s.ended = slices.DeleteFunc(s.ended, func(e endedInquiry) bool {
		if !gone(e) {
			return false
		}
		delete(s.byID, e.id)
		s.bytes -= e.bytes
		if s.byKey[e.key] -= e.bytes; s.byKey[e.key] == 0 {
			delete(s.byKey, e.key)
		}
		return true
	})
}

// sweepLater has sweep come after a time; the caller holds mu.
func (s *inquiries) sweepLater(after, keep time.Duration) {
	s.sweeping = true
	time.AfterFunc(after, func() { s.sweep(keep) })
}

// sweep lets go of what was kept for so long, and comes again for the rest.
func (s *inquiries) sweep(keep time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	then := time.Now().Add(-keep)
	s.drop(func(e endedInquiry) bool { return !e.at.After(then) })
	if s.sweeping = false; len(s.ended) > 0 {
		s.sweepLater(s.ended[0].at.Sub(then), keep)
	}
}

// forget lets go of a workspace's questions, so that none is asked for again, those that
// are coming to their end included.
func (s *inquiries) forget(workspace string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(func(e endedInquiry) bool { return e.workspace == workspace })
	for id, i := range s.byID {
		if i.workspace == workspace {
			delete(s.byID, id)
		}
	}
}

// of finds the question of an event that a client of a key has seen, nil where there is
// none, or none of this key.
func (s *inquiries) of(lastEvent, key, workspace string) *inquiry {
	id, _, _ := strings.Cut(lastEvent, ".")
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.byID[id]
	if i == nil || i.key != key || i.workspace != workspace {
		return nil
	}
	return i
}

// resume finds the question of an event that a client has seen, and the event's number.
// Only who asked it finds it.
func (s *inquiries) resume(lastEvent, key, workspace string, q digest) (*inquiry, int, error) {
	const op = "web.resume"
	_, number, _ := strings.Cut(lastEvent, ".")
	n, err := strconv.Atoi(number)
	if err != nil {
		return nil, 0, badParam(lastEventID, "not the id of an event", "give the id of the last event, or none")
	}
	i := s.of(lastEvent, key, workspace)
	switch {
	case i == nil:
		return nil, 0, fault.New(fault.NotFound, op, lastEventID, "there is no such question any more", "ask again without Last-Event-ID")
	case i.question != q:
		return nil, 0, fault.New(fault.Conflict, op, lastEventID, "the event is of another question", "send the body that the stream began with")
	}
	return i, n, nil
}
