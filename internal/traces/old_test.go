package traces

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"grove/query"
)

// TestDigestsOfOlderVersions: a trace whose steps carry digests, as older versions wrote
// them, can still be read.
func TestDigestsOfOlderVersions(t *testing.T) {
	dir := t.TempDir()
	id := NewID(time.Now())
	folder := In(dir, 1)
	raw := `{"id":"` + id + `","question":"Who?","answer":{"answer":"Ahab","trace":[` +
		`{"step":1,"action":"counts","args":{},"cypher":"","params":{},"rows":1,"ids":["k1"],"digest":"00000001.00000002","ms":1}]},"error":null}`
	if err := os.MkdirAll(filepath.Join(dir, "traces"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(folder.path(id), []byte(raw), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := folder.Get(id)
	if err != nil || got.Question != "Who?" || len(got.Answer.Trace) != 1 || got.Answer.Trace[0].IDs[0] != "k1" {
		t.Errorf("%+v, %v", got, err)
	}
	if events := got.Events(); len(events) == 0 || events[0].Kind != query.EventStep {
		t.Errorf("%+v", events)
	}
}
