package cli

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"grove/ingest"
)

func TestHowFar(t *testing.T) {
	for name, c := range map[string]struct {
		p    ingest.Progress
		took time.Duration
		want string
	}{
		"nothing yet": {ingest.Progress{}, time.Second, "0 documents, 0 of about 0 chunks"},
		"half is read": {ingest.Progress{Documents: 3, Chunks: 20, ChunksSeen: 50, Read: 0.5, Tokens: 900}, 10 * time.Second,
			"3 documents, 20 of about 100 chunks, 2.0 chunks/s, 40s left, 900 tokens"},
		"all is read": {ingest.Progress{Documents: 9, Chunks: 90, ChunksSeen: 100, Read: 1, Tokens: 81_234}, 30 * time.Second,
			"9 documents, 90 of 100 chunks, 3.0 chunks/s, 4s left, 81 thousand tokens"},
		"what an earlier run asked for tells no rate": {ingest.Progress{Chunks: 60, ChunksKept: 50, ChunksSeen: 100, Read: 1}, 10 * time.Second,
			"0 documents, 60 of 100 chunks, 1.0 chunks/s, 40s left"},
		"only such":         {ingest.Progress{Chunks: 50, ChunksKept: 50, ChunksSeen: 100, Read: 1}, time.Second, "0 documents, 50 of 100 chunks"},
		"share not known":   {ingest.Progress{Chunks: 10, ChunksSeen: 10}, time.Second, "0 documents, 10 of about 10 chunks, 10.0 chunks/s"},
		"in no time":        {ingest.Progress{Chunks: 10, ChunksSeen: 10, Read: 1}, 0, "0 documents, 10 of 10 chunks"},
		"less than is seen": {ingest.Progress{Chunks: 1, ChunksSeen: 10, Read: 0.999}, time.Second, "0 documents, 1 of about 10 chunks, 1.0 chunks/s, 9s left"},
	} {
		if got := howFar(c.p, c.took); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Off a terminal a line comes now and then; with --quiet none does.
func TestProgressLines(t *testing.T) {
	var out bytes.Buffer
	c := &command{err: &out}
	p := c.progress()
	p.update(ingest.Progress{Chunks: 1, ChunksSeen: 2})
	if out.Len() > 0 {
		t.Errorf("a line at once: %q", out.String())
	}
	p.last = p.last.Add(-lineEvery)
	p.update(ingest.Progress{Chunks: 1, ChunksSeen: 2, Read: 1})
	p.update(ingest.Progress{Chunks: 2, ChunksSeen: 2, Read: 1})
	p.done()
	if got := out.String(); strings.Count(got, "\n") != 1 || !strings.HasPrefix(got, "ingest: 0 documents, 1 of 2 chunks") {
		t.Errorf("%q", got)
	}
	out.Reset()
	c.Quiet = true
	quiet := c.progress()
	quiet.last = quiet.last.Add(-time.Hour)
	quiet.update(ingest.Progress{Chunks: 1})
	quiet.done()
	if out.Len() > 0 {
		t.Errorf("quiet: %q", out.String())
	}
}

// TestPhases: the phases after the chunks are named, in their order.
func TestPhases(t *testing.T) {
	var out bytes.Buffer
	c := &command{err: &out}
	p := c.progress()
	var phases []string
	for _, phase := range []string{"schema", "identities", "communities", "index", "vectors"} {
		p.last = p.last.Add(-lineEvery)
		c.shown.describe(phase)
		phases = append(phases, "ingest: "+phase+"\n")
	}
	if out.String() != strings.Join(phases, "") {
		t.Errorf("%q", out.String())
	}
}
