package browse_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grove/internal/app"
	"grove/internal/browse"
	"grove/internal/config"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/sqlite"
)

func settings(t *testing.T) config.Config {
	t.Helper()
	c := config.Default()
	c.Data, c.Workspace = t.TempDir(), "w"
	return c
}

// use opens a workspace, runs use, and closes it again.
func use(t *testing.T, c config.Config, use func(a *app.App)) {
	t.Helper()
	a, err := app.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}()
	use(a)
}

func ingestText(t *testing.T, a *app.App, name, text string) error {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := a.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: []string{path}, Source: name})
	return err
}

// reopened opens the store of an open workspace for reading.
func reopened(t *testing.T, c config.Config) browse.Store {
	t.Helper()
	s, err := sqlite.OpenReadOnly(t.Context(), c.Folder())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(context.Background()) })
	return s
}

// countingChunks counts the chunks that are read.
type countingChunks struct {
	browse.Store
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
	c := settings(t)
	use(t, c, func(a *app.App) {
		var b strings.Builder
		const named = 1203
		for i := range named {
			fmt.Fprintf(&b, `{"id":"%d","text":"Captain Ahab sails the Pequod in %d."}`+"\n", i, i)
		}
		if err := ingestText(t, a, "log.jsonl", b.String()); err != nil {
			t.Fatal(err)
		}
		counting := &countingChunks{Store: reopened(t, c)}
		s := browse.New(counting, c.Workspace, nil)
		seen := map[graph.ID]bool{}
		const size = 100
		for from := 0; ; from += size {
			counting.read = 0
			places, total, err := s.Evidence(t.Context(), "pequod", from, size)
			if err != nil || total != named {
				t.Fatalf("%d of %d, %v", len(places), total, err)
			}
			if counting.read > 2*browse.EvidenceBlock {
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

// TestNeighbourhoodInAScope: elements and edges count what the scope says, and an
// element that it does not mention is not drawn, be it a seed.
func TestNeighbourhoodInAScope(t *testing.T) {
	use(t, settings(t), func(a *app.App) {
		for name, text := range map[string]string{
			"a.txt": "Captain Ahab commands the whaler Pequod.",
			"b.txt": "Captain Ahab commands the whaler Pequod. Captain Ahab was born in Hamburg.",
			"c.txt": "Ishmael was born in Lisbon.",
		} {
			if err := ingestText(t, a, name, text); err != nil {
				t.Fatal(err)
			}
		}
		all, err := a.Browse().Documents(t.Context(), graph.DocumentsQuery{})
		if err != nil {
			t.Fatal(err)
		}
		var scope graph.Scope
		for _, d := range all {
			if strings.Contains(d.Source, "a.txt") {
				scope.Documents = []graph.ID{d.ID}
			}
		}
		around := func(seed string, scope graph.Scope) browse.Subgraph {
			t.Helper()
			got, err := a.Browse().Neighbourhood(t.Context(), browse.NeighbourhoodQuery{Seeds: []string{seed}, Depth: 1, Limit: 10, Scope: scope})
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		whole, part := around("Captain Ahab", graph.Scope{}), around("Captain Ahab", scope)
		if len(whole.Nodes) == 0 || whole.Nodes[0].Support != 2 {
			t.Errorf("everywhere: %+v", whole.Nodes)
		}
		if len(part.Nodes) == 0 || part.Nodes[0].Support != 1 || len(part.Nodes) != part.Total.Nodes {
			t.Errorf("in one document: %+v", part)
		}
		if got := around("Ishmael", scope); len(got.Nodes) != 0 || got.Total.Nodes != 0 {
			t.Errorf("around what the document does not mention: %+v", got)
		}
	})
}
