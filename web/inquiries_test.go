package web

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"grove/internal/fault"
	"grove/query"
)

// told makes a question of a key that is over, with an event of so many bytes that was sent.
func told(s *inquiries, key string, bytes int) *inquiry {
	i := s.begin(key, "sea", digest{}, func() {})
	i.step(query.Step{Action: strings.Repeat("x", bytes)})
	i.after(0)
	i.end(nil)
	return i
}

// TestKeptBounded: what ended questions take is bounded, small ones included, and the
// earliest of the key that has most go first.
func TestKeptBounded(t *testing.T) {
	var s inquiries
	small := told(&s, "modest", 10)
	s.close(small, time.Hour)
	for n := range 3 * mostKept / inquiryBytes {
		s.close(told(&s, "greedy", 10), time.Hour)
		if s.bytes > mostKept {
			t.Fatalf("%d bytes after %d", s.bytes, n)
		}
	}
	if n := len(s.ended); n != len(s.byID) || n > mostKept/inquiryBytes || n < mostKept/inquiryBytes/2 {
		t.Errorf("%d are kept, %d by id", n, len(s.byID))
	}
	if _, _, err := s.resume(small.eventID(1), "modest", "sea", digest{}); err != nil {
		t.Errorf("another key's is gone: %v", err)
	}
	big := told(&s, "modest", mostKept)
	if s.close(big, time.Hour); s.bytes > mostKept || s.byID[big.id] != nil {
		t.Errorf("one that is too large is kept, %d bytes", s.bytes)
	}
	s.sweep(0)
	if len(s.ended)+len(s.byID)+len(s.byKey)+s.bytes != 0 {
		t.Errorf("left: %d, %d, %v, %d", len(s.ended), len(s.byID), s.byKey, s.bytes)
	}
}

// TestNotKept: a question that nobody can ask for again is not kept.
func TestNotKept(t *testing.T) {
	failed := errors.New("refused")
	for name, c := range map[string]struct {
		steps      int
		sent, gone bool
		err        error
		forget     bool
		want       bool
	}{
		"answered":                             {steps: 1, sent: true, want: true},
		"answered before anything was sent":    {steps: 1, want: true},
		"answered and the client gone":         {steps: 1, sent: true, gone: true, want: true},
		"the client gone before an event":      {steps: 1, gone: true},
		"failed after a step":                  {steps: 1, sent: true, err: failed, want: true},
		"refused":                              {err: failed},
		"refused, and told before it was kept": {err: failed, sent: true},
		"its workspace gone":                   {steps: 1, sent: true, forget: true},
	} {
		var s inquiries
		i := s.begin("k", "sea", digest{}, func() {})
		for range c.steps {
			i.step(query.Step{Action: "plan"})
		}
		if c.err != nil {
			i.end(c.err, query.Event{Kind: query.EventError, Data: "e"})
		} else {
			i.end(nil, query.Event{Kind: query.EventDone, Data: "d"})
		}
		if c.sent {
			i.after(0)
		}
		if c.gone {
			i.goes(time.Hour, func() {})
		}
		if c.forget {
			s.forget("land")
			s.forget("sea")
		}
		s.close(i, time.Hour)
		_, _, err := s.resume(i.eventID(1), "k", "sea", digest{})
		if (err == nil) != c.want || err != nil && !fault.Is(err, fault.NotFound) || len(s.byID) != len(s.ended) {
			t.Errorf("%s: %v, %d kept", name, err, len(s.byID))
		}
	}
}

// TestForget: ended and running questions of a workspace go, and no others.
func TestForget(t *testing.T) {
	var s inquiries
	for n := range 20 {
		i := s.begin("k", fmt.Sprint("w", n%2), digest{}, func() {})
		i.step(query.Step{Action: "plan"})
		if n < 10 {
			i.end(nil)
			s.close(i, time.Hour)
		}
	}
	s.forget("w0")
	left := 0
	for _, e := range s.ended {
		left += e.bytes
	}
	if len(s.byID) != 10 || len(s.ended) != 5 || s.bytes != left || s.byKey["k"] != left {
		t.Errorf("%d, %d, %d bytes of %d, %v", len(s.byID), len(s.ended), s.bytes, left, s.byKey)
	}
}

// TestPlaceLent: a place is one place, whoever has it, and is given back once.
func TestPlaceLent(t *testing.T) {
	var s inquiries
	given := 0
	leave := func() { given++ }
	i := s.begin("k", "sea", digest{}, func() {})
	i.step(query.Step{Action: "plan"})
	i.after(0)
	if !i.goes(time.Hour, leave) {
		t.Fatal("it does not wait")
	}
	lent := i.lend()
	if lent == nil || i.lend() != nil {
		t.Fatal("the place is lent twice, or not at all")
	}
	i.restore(lent) // the request failed
	if given != 0 {
		t.Fatal("the place is given back while the question waits")
	}
	lent = i.lend()
	i.come()
	if given != 0 {
		t.Fatal("the place is given back while it is lent")
	}
	i.restore(lent) // the request is over, the question does not wait
	if given != 1 {
		t.Errorf("given back %d times", given)
	}
	i.goes(time.Hour, leave)
	i.end(nil)
	if given != 2 {
		t.Errorf("a question that ended while it waited: given back %d times", given)
	}
}

// TestDocumentPath: the router's form of a path goes back to the document's.
func TestDocumentPath(t *testing.T) {
	for _, r := range routes() {
		if got := documentPath(ginPath(r.path)); got != r.path {
			t.Errorf("%s, want %s", got, r.path)
		}
	}
}
