package ingest_test

import (
	"fmt"
	"strings"
	"testing"

	"grove/internal/fault"
	"grove/internal/load"
)

// TestUnreadableModelStopsTheRun: a run whose model never answers readably ends after about 20 calls, and names the
// cause and a remedy; one of which some replies are readable goes on to its end.
func TestUnreadableModelStopsTheRun(t *testing.T) {
	var records []load.Record
	for i := range 40 {
		records = append(records, record(fmt.Sprint("d", i), fmt.Sprintf("Sailor %d sails the sea. ", i)+strings.Repeat("The wind blows. ", 40)))
	}
	b := newBench(t)
	b.model.fail = func(string) error { return brokenReply("I would rather not.") }
	report := b.run(t, records...)
	if b.model.calls < 20 || b.model.calls > 28 {
		t.Errorf("%d calls", b.model.calls)
	}
	if s := report.Stopped; s == nil || s.Code != string(fault.LimitReached) ||
		!strings.Contains(s.Message, "replies of scripted in a row could not be read; the last one: ") || !strings.Contains(s.Hint, "another model") {
		t.Errorf("stopped: %+v", s)
	}
	if report.Usage.Calls != b.model.calls {
		t.Errorf("%d calls counted of %d", report.Usage.Calls, b.model.calls)
	}
	b = newBench(t)
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
