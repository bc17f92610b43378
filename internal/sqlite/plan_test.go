package sqlite_test

import (
	"context"
	"regexp"
	"testing"
	"time"

	"grove/internal/graph"
	"grove/internal/sqlite"
	"grove/internal/storetest"
)

// TestNoReadScansATable asks the planner about every query of every read that
// names something. Only counts may go through a whole table, and pages through
// a whole index in its order.
func TestNoReadScansATable(t *testing.T) {
	store := storetest.Open(t)
	if _, err := store.Apply(t.Context(), graph.Change{Add: storetest.Small()}); err != nil {
		t.Fatal(err)
	}
	k := graph.KeyElementID("ahab", "")
	to := graph.KeyElementID("whale", "")
	c := storetest.Small()[0].Chunks[0].ID
	f := graph.FactID("ahab commands the pequod")
	d := graph.DocumentID("voyage.txt")
	scope := graph.Scope{Documents: []graph.ID{d}, Tags: []string{"author=Melville"}, Since: time.Unix(1, 0)}
	page := graph.PageQuery{After: "a", Limit: 2}
	reads := map[string]func(context.Context, graph.Reader) error{
		"ChangeNumber": func(ctx context.Context, r graph.Reader) error { _, err := r.ChangeNumber(ctx); return err },
		"Schema": func(ctx context.Context, r graph.Reader) error {
			_, err := store.PutSchema(ctx, "{}")
			if err == nil {
				_, err = r.Schema(ctx)
			}
			return err
		},
		"Documents": func(ctx context.Context, r graph.Reader) error {
			_, err := r.Documents(ctx, graph.DocumentsQuery{IDs: []graph.ID{d}, Sources: []string{"s"}, SourceIDs: []string{"i"}, Origins: []string{"o"}})
			return err
		},
		"Documents paged": func(ctx context.Context, r graph.Reader) error {
			_, err := r.Documents(ctx, graph.DocumentsQuery{After: d})
			return err
		},
		"Chunks": func(ctx context.Context, r graph.Reader) error {
			_, err := r.Chunks(ctx, graph.ChunksQuery{IDs: []graph.ID{c, c}})
			return err
		},
		"Chunks of a document": func(ctx context.Context, r graph.Reader) error {
			_, err := r.Chunks(ctx, graph.ChunksQuery{Document: d, From: 1})
			return err
		},
		"Facts": func(ctx context.Context, r graph.Reader) error {
			_, err := r.Facts(ctx, graph.FactsQuery{Elements: []graph.ID{k, to}})
			return err
		},
		"KeyElements": func(ctx context.Context, r graph.Reader) error {
			_, err := r.KeyElements(ctx, graph.KeyElementsQuery{Facts: []graph.ID{f, f}})
			return err
		},
		"Find": func(ctx context.Context, r graph.Reader) error {
			_, err := r.Find(ctx, graph.FindQuery{IDs: []graph.ID{k}, Norms: []string{"a", "b"}, Prefix: "a"})
			return err
		},
		"Attributes": func(ctx context.Context, r graph.Reader) error {
			_, err := r.Attributes(ctx, graph.AttributesQuery{Entities: []graph.ID{k, to}})
			return err
		},
		"Mentions": func(ctx context.Context, r graph.Reader) error {
			_, err := r.Mentions(ctx, graph.MentionsQuery{Chunks: []graph.ID{c, c}})
			return err
		},
		"Neighbours": func(ctx context.Context, r graph.Reader) error {
			_, err := r.Neighbours(ctx, graph.NeighboursQuery{Element: k})
			return err
		},
		"Relations": func(ctx context.Context, r graph.Reader) error {
			_, err := r.Relations(ctx, graph.RelationsQuery{Elements: []graph.ID{k, to}, Relations: []string{"HATES", "OWNS"}})
			return err
		},
		"Paths": func(ctx context.Context, r graph.Reader) error {
			_, err := r.Paths(ctx, graph.PathsQuery{From: k, To: to})
			return err
		},
		"Changes": func(ctx context.Context, r graph.Reader) error {
			_, err := r.Changes(ctx, graph.ChangesQuery{Since: 1, After: c})
			return err
		},
		"Extractions": func(ctx context.Context, r graph.Reader) error {
			_, err := r.Extractions(ctx, graph.ExtractionsQuery{Chunks: []graph.ID{c}})
			return err
		},
		"Documents in scope": func(ctx context.Context, r graph.Reader) error {
			_, err := r.Documents(ctx, graph.DocumentsQuery{Scope: scope})
			return err
		},
		"Chunks in scope": func(ctx context.Context, r graph.Reader) error {
			_, err := r.Chunks(ctx, graph.ChunksQuery{IDs: []graph.ID{c}, Scope: scope})
			return err
		},
		"Facts in scope": func(ctx context.Context, r graph.Reader) error {
			_, err := r.Facts(ctx, graph.FactsQuery{Elements: []graph.ID{k, to}, Scope: scope})
			return err
		},
		"KeyElements in scope": func(ctx context.Context, r graph.Reader) error {
			_, err := r.KeyElements(ctx, graph.KeyElementsQuery{Facts: []graph.ID{f, f}, Scope: scope})
			return err
		},
		"Find in scope": func(ctx context.Context, r graph.Reader) error {
			_, err := r.Find(ctx, graph.FindQuery{IDs: []graph.ID{k}, Norms: []string{"a", "b"}, Prefix: "a", Scope: scope})
			return err
		},
		"Attributes in scope": func(ctx context.Context, r graph.Reader) error {
			_, err := r.Attributes(ctx, graph.AttributesQuery{Entities: []graph.ID{k, to}, Scope: scope})
			return err
		},
		"Mentions in scope": func(ctx context.Context, r graph.Reader) error {
			_, err := r.Mentions(ctx, graph.MentionsQuery{Chunks: []graph.ID{c, c}, Scope: scope})
			return err
		},
		"Neighbours in scope": func(ctx context.Context, r graph.Reader) error {
			_, err := r.Neighbours(ctx, graph.NeighboursQuery{Element: k, Scope: scope})
			return err
		},
		"Relations in scope": func(ctx context.Context, r graph.Reader) error {
			_, err := r.Relations(ctx, graph.RelationsQuery{Elements: []graph.ID{k, to}, Relations: []string{"HATES"}, Scope: scope})
			return err
		},
		"Paths in scope": func(ctx context.Context, r graph.Reader) error {
			_, err := r.Paths(ctx, graph.PathsQuery{From: k, To: to, Scope: scope})
			return err
		},
		"PageKeyElements in scope": func(ctx context.Context, r graph.Reader) error {
			_, err := r.PageKeyElements(ctx, graph.PageQuery{After: "a", Limit: 2, Scope: scope})
			return err
		},
		"PageChunks":      func(ctx context.Context, r graph.Reader) error { _, err := r.PageChunks(ctx, page); return err },
		"PageFacts":       func(ctx context.Context, r graph.Reader) error { _, err := r.PageFacts(ctx, page); return err },
		"PageKeyElements": func(ctx context.Context, r graph.Reader) error { _, err := r.PageKeyElements(ctx, page); return err },
		"PageAttributes":  func(ctx context.Context, r graph.Reader) error { _, err := r.PageAttributes(ctx, page); return err },
		"PageNames":       func(ctx context.Context, r graph.Reader) error { _, _, err := r.PageNames(ctx, page); return err },
		"PageTriples":     func(ctx context.Context, r graph.Reader) error { _, err := r.PageTriples(ctx, page); return err },
	}
	for name, read := range reads {
		r, queries := sqlite.Recorded(store)
		if err := read(t.Context(), r); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(*queries) == 0 {
			t.Errorf("%s ran no query", name)
		}
		for _, q := range *queries {
			plan, err := sqlite.Plan(t.Context(), store, q)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for _, line := range plan {
				if scan.MatchString(line) && !derived.MatchString(line) {
					t.Errorf("%s: %s\n%s\n%q", name, line, q.Text, plan)
				}
			}
			t.Logf("%s\n%s", name, plan)
		}
	}
}

var (
	scan = regexp.MustCompile(`^SCAN |AUTOMATIC`)
	// derived are rows that the query itself has made (those of one document's tags
	// and of a list of ids too), and the latest schema.
	derived = regexp.MustCompile(`^SCAN (\d+ CONSTANT|(json_each|said)( EXISTS)? VIRTUAL TABLE|\d+-ROW VALUES|\(subquery|\(join|CONSTANT|[amn]$|schema_version$)`)
)
