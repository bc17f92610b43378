package graphreader

import (
	"context"
	"flag"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/internal/fault"
	"grove/internal/llm/cassette"
	"grove/query"
)

var record = flag.Bool("record", false, "record the cassette anew")

// TestReplay plays a recorded run of the agent: every call is on the tape, and
// the answer is the recorded one. A changed prompt is not on it: then look at
// what changed, and record anew with -record.
func TestReplay(t *testing.T) {
	path := filepath.Join("testdata", "cassette.jsonl")
	if *record {
		tape, err := cassette.Open(path, cassette.Record, &scripted{Reply: sensible})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := agent(t, films(), tape).Answer(context.Background(), oslo, query.Options{}); err != nil {
			t.Fatal(err)
		}
		if err := tape.Close(); err != nil {
			t.Fatal(err)
		}
	}
	tape, err := cassette.Open(path, cassette.Replay, nil)
	if err != nil {
		t.Fatal(err)
	}
	played, err := agent(t, films(), tape).Answer(context.Background(), oslo, query.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := agent(t, films(), &scripted{Reply: sensible}).Answer(context.Background(), oslo, query.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want.Citations, played.Citations); d != "" || played.Answer != want.Answer || played.Usage.Calls != want.Usage.Calls {
		t.Errorf("played %q in %d calls, want %q in %d\n%s", played.Answer, played.Usage.Calls, want.Answer, want.Usage.Calls, d)
	}
	other := oslo
	other.Text = "Which question is not on the tape?"
	if _, err := agent(t, films(), tape).Answer(context.Background(), other, query.Options{}); !fault.Is(err, fault.Unavailable) {
		t.Errorf("a question that is not on the tape: %v", err)
	}
}
