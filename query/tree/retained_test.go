package tree

import (
	"strings"
	"testing"

	"grove/internal/graph"
	"grove/query"
)

// TestRetainedExcerpt: an excerpt that a reflection retains stays as it was read, whatever is concluded later.
func TestRetainedExcerpt(t *testing.T) {
	r := newTestRun(t, query.Question{Text: "Who built the harbour?"})
	body := strings.Repeat("The harbour was old. ", 60) + "Lind built it. " + strings.Repeat("Grey gulls sat there. ", 60)
	r.memory.chunks = []graph.ChunkRow{{Chunk: graph.Chunk{ID: "c1", Text: body}}}
	excerpt := func() string {
		pieces, _ := r.evidence(200, 8)
		if len(pieces) != 1 || len(pieces[0].Text) >= len(body) {
			t.Fatalf("%+v", pieces)
		}
		return pieces[0].Text
	}
	read := excerpt()
	r.memory.thoughts = []string{"Grey gulls sat there, there sat grey gulls."}
	if excerpt() == read {
		t.Fatal("the conclusion selects no other sentences: the test would prove nothing")
	}
	r.memory.retained["c1"] = read
	if got := excerpt(); got != read {
		t.Errorf("%q became %q", read, got)
	}
}
