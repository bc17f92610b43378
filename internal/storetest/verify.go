package storetest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/verify"
)

func verifyCases() []writeCase {
	return []writeCase{
		{"verify/nothing is wrong with what was written", verifyHistory},
		{"verify/evidence of chunks", verifyEvidence},
		{"verify/an empty workspace", func(t *testing.T, store graph.Store) { same(t, "findings", findings(t, store), nil) }},
		{"verify/documents without a schema", func(t *testing.T, store graph.Store) {
			mustApply(t, store, graph.Change{Add: Small()})
			same(t, "findings", findings(t, store), []string{"schema 1"})
		}},
		{"verify/journalled extractions that wait", verifyJournal},
	}
}

// findings returns the checks that have something to tell, "name count", with " ok"
// where that is no fault.
func findings(t *testing.T, store graph.Store) []string {
	t.Helper()
	checks, err := verify.Run(t.Context(), store, verify.Options{Index: indexOf{store}})
	if err != nil {
		t.Fatalf("verify: %v", err)
	}
	var out []string
	for _, c := range checks {
		if c.Count != len(c.Items) && len(c.Items) < graph.MaxItems || c.Count > 0 && c.Hint == "" || !c.OK && c.Count == 0 {
			t.Errorf("an unclear check: %+v", c)
		}
		switch {
		case c.Count > 0 && c.OK:
			out = append(out, fmt.Sprintf("%s %d ok", c.Name, c.Count))
		case c.Count > 0:
			out = append(out, fmt.Sprintf("%s %d", c.Name, c.Count))
			t.Logf("%s: %q", c.Name, c.Items)
		}
	}
	return out
}

// indexOf stands for a text index that has what the store has.
type indexOf struct{ store graph.Store }

// Entries lists the store's chunks.
func (x indexOf) Entries(ctx context.Context) ([]graph.ID, int64, error) {
	chunks, err := x.store.PageChunks(ctx, graph.PageQuery{Limit: graph.MaxRows})
	if err != nil {
		return nil, 0, err
	}
	ids := lists.Map(chunks, func(c graph.Chunk) graph.ID { return c.ID })
	number, err := x.store.ChangeNumber(ctx)
	return ids, number, err
}

func withSchema(t *testing.T, store graph.Store) {
	t.Helper()
	if _, err := store.PutSchema(t.Context(), "{}"); err != nil {
		t.Fatal(err)
	}
}

func verifyHistory(t *testing.T, store graph.Store) {
	withSchema(t, store)
	small := Small()
	for i, change := range []graph.Change{
		{Add: small},
		{Remove: []graph.ID{small[0].Document.ID}},
		{Add: small[:1], Remove: []graph.ID{small[2].Document.ID}},
		{Add: []graph.Bundle{naming("x.txt", "Xa", "Ship", "old", 3), naming("y.txt", "Xb", "Person", "", 2)}},
		{Remove: []graph.ID{graph.DocumentID("x.txt")}},
	} {
		mustApply(t, store, change)
		same(t, fmt.Sprintf("findings after change %d", i), findings(t, store), nil)
	}
	mustApply(t, store, graph.Change{Shrink: []graph.Shrink{{Document: small[0].Document.ID, Chunks: []graph.ID{small[0].Chunks[2].ID}}}})
	same(t, "findings of a document in part", findings(t, store), []string{"partial 1"})
}

func verifyEvidence(t *testing.T, store graph.Store) {
	small := Small()
	mustApply(t, store, graph.Change{Add: small})
	for _, b := range small {
		ids := lists.Map(b.Chunks, func(c graph.Chunk) graph.ID { return c.ID })
		b.Evidence.Canonical()
		got := must[graph.Evidence](t)(store.Evidence(t.Context(), graph.EvidenceQuery{Chunks: ids}))
		same(t, "evidence of "+b.Document.Source, got, b.Evidence)
	}
	got := must[graph.Evidence](t)(store.Evidence(t.Context(), graph.EvidenceQuery{Chunks: []graph.ID{"cnone"}}))
	same(t, "evidence of a chunk that is not there", got.Rows(), 0)
}

func verifyJournal(t *testing.T, store graph.Store) {
	withSchema(t, store)
	small := Small()
	mustApply(t, store, graph.Change{Add: small})
	err := store.Journal(t.Context(), []graph.Extraction{
		{Chunk: small[0].Chunks[0].ID, Version: "v", Result: "{}"}, {Chunk: "cwaiting", Version: "v", Result: "{}"}})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "findings", findings(t, store), []string{"journal 1 ok"})
}

// Damage is something wrong with a stored graph, and what verify must find.
type Damage struct {
	Name string
	// Statements do it to a store that holds Small and two chunks of menu.txt that propose
	// the relation EATS, with two episodes, in the store's own language.
	Statements []string
	// Want are the checks that find it, as "name count", separated by ", ".
	Want string
}

// RunDamages does each damage to a fresh store and holds verify to finding it,
// and nothing else. open gives an empty store, and a way to run a statement.
func RunDamages(t *testing.T, open func(t *testing.T) (graph.Store, func(statement string) error), damages []Damage) {
	for _, d := range damages {
		t.Run(d.Name, func(t *testing.T) {
			store, run := open(t)
			withSchema(t, store)
			mustApply(t, store, graph.Change{Add: append(Small(), proposing("menu.txt", []string{"A>B"}, []string{"A>C"}))})
			menu := graph.DocumentID("menu.txt")
			putEpisodes(t, store, paged(menu, "600/280", 10, must[[]graph.Document](t)(store.Documents(t.Context(), graph.DocumentsQuery{IDs: []graph.ID{menu}}))[0].Runes))
			same(t, "findings before", findings(t, store), nil)
			for _, statement := range d.Statements {
				if err := run(statement); err != nil {
					t.Fatalf("%s: %v", statement, err)
				}
			}
			same(t, "findings", strings.Join(findings(t, store), ", "), d.Want)
		})
	}
}
