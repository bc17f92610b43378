package app

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"grove/internal/graph"
)

// countingChunks counts the chunks that are read.
type countingChunks struct {
	graph.Store
	read int
}

func (c *countingChunks) Chunks(ctx context.Context, q graph.ChunksQuery) ([]graph.ChunkRow, error) {
	rows, err := c.Store.Chunks(ctx, q)
	c.read += len(rows)
	return rows, err
}

// TestEvidencePages: the pages of a hub's places are all of its places, each once, and a
// page reads no more than two blocks of chunks.
func TestEvidencePages(t *testing.T) {
	use(t, settings(t, "w"), func(a *App) {
		var b strings.Builder
		const named = 1203
		for i := range named {
			fmt.Fprintf(&b, `{"id":"%d","text":"Captain Ahab sails the Pequod in %d."}`+"\n", i, i)
		}
		if err := ingestText(t, a, "log.jsonl", b.String()); err != nil {
			t.Fatal(err)
		}
		counting := &countingChunks{Store: a.store}
		a.store = counting
		s := served{App: a}
		seen := map[graph.ID]bool{}
		const size = 100
		for from := 0; ; from += size {
			counting.read = 0
			places, total, err := s.Evidence(t.Context(), "pequod", from, size)
			if err != nil || total != named {
				t.Fatalf("%d of %d, %v", len(places), total, err)
			}
			if counting.read > 2*evidenceBlock {
				t.Errorf("from %d: %d chunks read", from, counting.read)
			}
			for _, p := range places {
				if seen[p.Chunk] || p.Surface != "Pequod" {
					t.Errorf("%+v comes twice, or is another", p)
				}
				seen[p.Chunk] = true
			}
			if len(places) < min(size, named-from) {
				t.Errorf("from %d: %d places", from, len(places))
			}
			if from+size >= total {
				break
			}
		}
		if len(seen) != named {
			t.Errorf("%d places in all", len(seen))
		}
	})
}
