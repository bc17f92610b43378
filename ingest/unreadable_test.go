package ingest_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/load"
)

// TestUnreadableModelStopsTheRun: a run whose model never answers readably ends after about 20 calls, and names the
// cause and a remedy; one of which some replies are readable goes on to its end.
func TestUnreadableModelStopsTheRun(t *testing.T) {
	var records []load.Record
	for i := range 40 {
		records = append(records, record(fmt.Sprint("d", i), fmt.Sprintf("Sailor %d sails the sea. ", i)+strings.Repeat("The wind blows. ", 40)))
	}
	// repeated is a failure that is repeated twice: each reply counts.
	repeated := &fault.Error{Kind: fault.BadReply,
		Err: &llm.Temporary{Err: errors.New("an empty reply"), Retries: 2, Wait: func(int) time.Duration { return 0 }}}
	for _, failure := range []error{brokenReply("I would rather not."), repeated} {
		b := newBench(t)
		b.model.fail = func(string) error { return failure }
		report := b.run(t, records...)
		if b.model.calls < 20 || b.model.calls > 28 {
			t.Errorf("%d calls", b.model.calls)
		}
		if s := report.Stopped; s == nil || s.Code != string(fault.LimitReached) ||
			!strings.Contains(s.Message, "replies of scripted in a row could not be read; the last one: ") ||
			!strings.Contains(s.Hint, "another model") {
			t.Errorf("stopped: %+v", s)
		}
		if failure != error(repeated) && report.Usage.Calls != b.model.calls { // the scripted model names no tokens of a failure
			t.Errorf("%d calls counted of %d", report.Usage.Calls, b.model.calls)
		}
	}
	b := newBench(t)
	n := 0
	b.model.fail = func(string) error {
		if n++; n%3 != 0 {
			return brokenReply("I would rather not.")
		}
		return nil
	}
	if report := b.run(t, records...); report.Stopped != nil || report.Documents.New != len(records) {
		t.Errorf("%+v, stopped: %+v", report.Documents, report.Stopped)
	}
}
