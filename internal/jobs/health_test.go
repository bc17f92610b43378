package jobs

import (
	"testing"
	"time"

	"grove/internal/fault"
)

// TestTroubled: three jobs in a row that fail by no fault of their own are trouble, for
// a minute, until one succeeds.
func TestTroubled(t *testing.T) {
	away, unreadable, ended := fault.New(fault.Unavailable, "", "", "away", ""), fault.New(fault.Unreadable, "", "", "a picture", ""), fault.New(fault.Canceled, "", "", "", "")
	for _, c := range []struct {
		jobs    []error
		trouble bool
	}{
		{nil, false}, {[]error{away, away}, false}, {[]error{away, away, away}, true}, {[]error{away, away, ended, away}, true},
		{[]error{away, away, away, nil}, false}, {[]error{away, away, unreadable, away}, false}, {[]error{unreadable, unreadable, unreadable}, false},
	} {
		q := &Jobs{}
		for _, err := range c.jobs {
			q.noteOutcome(err)
		}
		if err := q.Failing(time.Now()); (err != nil) != c.trouble {
			t.Errorf("%v: %v", c.jobs, err)
		}
		if err := q.Failing(time.Now().Add(unhealthyFor + time.Second)); err != nil {
			t.Errorf("%v: %v for ever", c.jobs, err)
		}
	}
}
