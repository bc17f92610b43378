package ingest_test

import (
	"slices"
	"strings"
	"testing"

	"grove/ingest"
	"grove/ingest/extract"
	"grove/internal/llm"
	"grove/internal/load"
)

// TestReread: documents that another model extracted are counted and left; with Reread
// they are extracted again, once, as an estimate says, and a limit stops between chunks.
func TestReread(t *testing.T) {
	b := newBench(t)
	records := []load.Record{record("a", "Ahab sails."), record("b", "Queequeg rows.")}
	model := b.Client.Model
	b.Client.Model = nil
	b.run(t, records...)
	records = append(records, record("c", "Starbuck reads."))
	b.Client.Model = model
	b.run(t, records[2])
	offline := []string{"offline"}
	for _, c := range []struct {
		name      string
		reread    bool
		maxTokens int
		calls     int
		want      ingest.DocumentCounts
		others    []string
		stopped   bool
	}{
		{"told", false, 0, 0, ingest.DocumentCounts{Unchanged: 3, OtherModel: 2}, offline, false},
		{"stopped at once", true, 1, 0, ingest.DocumentCounts{Unchanged: 3}, nil, true},
		{"reread", true, 0, 2, ingest.DocumentCounts{Unchanged: 3, Reread: 2}, nil, false},
		{"again", true, 0, 0, ingest.DocumentCounts{Unchanged: 3}, nil, false},
		{"nothing to tell", false, 0, 0, ingest.DocumentCounts{Unchanged: 3}, nil, false},
	} {
		b.Reread, b.Bounds.MaxTotalTokens = c.reread, c.maxTokens
		e, err := b.Estimate(t.Context(), source(records...))
		if err != nil || !c.stopped && (e.Documents != c.want || e.Calls != c.calls || !slices.Equal(e.OtherModels, c.others)) {
			t.Errorf("%s: estimated %+v, %d calls, %v, %v", c.name, e.Documents, e.Calls, e.OtherModels, err)
		}
		r := b.run(t, records...)
		if r.Documents != c.want || r.Usage.Calls != c.calls || !slices.Equal(r.OtherModels, c.others) || (r.Stopped != nil) != c.stopped {
			t.Errorf("%s: %+v, %d calls, %v, stopped %+v", c.name, r.Documents, r.Usage.Calls, r.OtherModels, r.Stopped)
		}
	}
	reread := b.dump(t)
	fresh := newBench(t)
	fresh.run(t, records...)
	if want := fresh.dump(t); reread != want {
		t.Errorf("reread, the graph differs from that of the model alone:\n%s\nwant:\n%s", reread, want)
	}
}

// TestRereadWithOtherInstructions: documents extracted by other instructions are counted and left; with Reread they are
// extracted again, once, and the journal names what they were extracted by.
func TestRereadWithOtherInstructions(t *testing.T) {
	b := newBench(t)
	records := []load.Record{record("a", "Ahab sails."), record("b", "Queequeg rows.")}
	b.run(t, records...)
	name := b.Client.ModelName()
	for i, c := range []struct {
		text   string // replaces the instructions, unless ""
		reread bool
		calls  int
		others int
	}{
		{"Take the text apart.", false, 0, 2},
		{"Take the text apart.", true, 2, 0},
		{"Take the text apart.", true, 0, 0},
		{"Take the text apart well.", true, 2, 0},
		{"", false, 0, 2},
	} {
		b.Client.Instructions = llm.Instructions{}
		if c.text != "" {
			b.Client.Instructions[extract.Name] = c.text
		}
		b.Reread = c.reread
		r := b.run(t, records...)
		if r.Usage.Calls != c.calls || r.Documents.OtherModel != c.others || len(r.OtherModels) != min(c.others, 1) {
			t.Errorf("%d: %d calls, %+v, %v", i, r.Usage.Calls, r.Documents, r.OtherModels)
		}
		if c.text == "" && (!strings.HasPrefix(r.OtherModels[0], name+"+") || len(r.OtherModels[0]) != len(name)+9) {
			t.Errorf("the journal names %q", r.OtherModels)
		}
	}
}
