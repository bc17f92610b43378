package sqlite_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/internal/graph"
	"grove/internal/sqlite"
	"grove/internal/storetest"
)

// tangle returns a graph of a few elements that many chunks tell many things of.
func tangle(random *rand.Rand, documents int) []graph.Bundle {
	name := func() string { return fmt.Sprintf("element %d", random.IntN(12)) }
	var out []graph.Bundle
	for d := range documents {
		pieces := make([]storetest.Piece, 1+random.IntN(3))
		for i := range pieces {
			a, b := name(), name()
			text := fmt.Sprintf("%s met %s %d times in part %d. ", a, b, random.IntN(9), i)
			pieces[i] = storetest.Piece{Text: text,
				Mentions:   []storetest.Named{{Surface: a, Type: "person"}, {Surface: b, Type: "person"}},
				Facts:      []storetest.Said{{Text: text, About: []string{a, b}}},
				Relations:  []storetest.Link{{Head: a, Relation: "KNOWS", Tail: b}},
				Attributes: []storetest.Has{{Entity: a, Key: "visits", Value: fmt.Sprint(random.IntN(9))}}}
		}
		out = append(out, storetest.Bundle(fmt.Sprintf("%d.txt", d), fmt.Sprintf("Document %d", d), pieces...))
	}
	return out
}

// TestWhatIsRememberedIsWhatIsRead asks snapshots, which remember, over and over
// and in many ways for what the store reads anew: the rows are the same, in the
// same order, also where a limit cuts them off and after a write.
func TestWhatIsRememberedIsWhatIsRead(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine; the whole run has it")
	}
	random := rand.New(rand.NewPCG(1, 2))
	store := storetest.Open(t)
	for round := range 3 {
		bundles := tangle(random, 15)
		var remove []graph.ID
		if round > 0 {
			for _, b := range bundles {
				remove = append(remove, b.Document.ID)
			}
		}
		apply(t, store, graph.Change{Add: bundles, Remove: remove})
		for range 3 { // a snapshot finds what those before it read
			compareReads(t, random, store, bundles)
		}
	}
}

func compareReads(t *testing.T, random *rand.Rand, store *sqlite.Store, bundles []graph.Bundle) {
	t.Helper()
	snapshot, release, err := store.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	elements, chunks, facts := []graph.ID{"not there"}, []graph.ID{"not there"}, []graph.ID{"not there"}
	rows, err := store.PageKeyElements(t.Context(), graph.PageQuery{})
	said, err2 := store.PageFacts(t.Context(), graph.PageQuery{})
	if err != nil || err2 != nil || len(rows) < 5 || len(said) < 5 {
		t.Fatal(len(rows), len(said), err, err2)
	}
	for _, k := range rows {
		elements = append(elements, k.ID)
	}
	for _, f := range said {
		facts = append(facts, f.ID)
	}
	for _, b := range bundles {
		for _, c := range b.Chunks {
			chunks = append(chunks, c.ID)
		}
	}
	some := func(of []graph.ID) []graph.ID {
		out := make([]graph.ID, 1+random.IntN(8))
		for i := range out {
			out[i] = of[random.IntN(len(of))]
		}
		return out
	}
	for range 20 {
		limit := random.IntN(12) // 0: the default
		e, c, f := some(elements), some(chunks), some(facts)
		direction := []graph.Direction{graph.Both, graph.Outgoing, graph.Incoming}[random.IntN(3)]
		for name, read := range map[string]func(context.Context, graph.Reader) (any, error){
			"facts": func(ctx context.Context, r graph.Reader) (any, error) {
				return r.Facts(ctx, graph.FactsQuery{Elements: e, Limit: limit})
			},
			"chunks": func(ctx context.Context, r graph.Reader) (any, error) {
				return r.Chunks(ctx, graph.ChunksQuery{IDs: c, Limit: limit})
			},
			"mentions": func(ctx context.Context, r graph.Reader) (any, error) {
				return r.Mentions(ctx, graph.MentionsQuery{Chunks: c, Limit: limit})
			},
			"key elements": func(ctx context.Context, r graph.Reader) (any, error) {
				return r.KeyElements(ctx, graph.KeyElementsQuery{Facts: f, Limit: limit})
			},
			"attributes": func(ctx context.Context, r graph.Reader) (any, error) {
				return r.Attributes(ctx, graph.AttributesQuery{Entities: e, Limit: limit})
			},
			"relations": func(ctx context.Context, r graph.Reader) (any, error) {
				return r.Relations(ctx, graph.RelationsQuery{Elements: e, Direction: direction, Fanout: limit})
			},
			"neighbours": func(ctx context.Context, r graph.Reader) (any, error) {
				return r.Neighbours(ctx, graph.NeighboursQuery{Element: e[0], Limit: limit})
			},
			"paths": func(ctx context.Context, r graph.Reader) (any, error) {
				return r.Paths(ctx, graph.PathsQuery{From: e[0], To: e[len(e)-1], MaxHops: 3, Fanout: 4, Beam: 8, Limit: limit})
			},
			"facts in a scope": func(ctx context.Context, r graph.Reader) (any, error) {
				return r.Facts(ctx, graph.FactsQuery{Elements: e, Limit: limit, Scope: graph.Scope{Documents: []graph.ID{bundles[0].Document.ID}}})
			},
		} {
			want, err := read(t.Context(), store)
			if err != nil {
				t.Fatal(name, err)
			}
			got, err := read(t.Context(), snapshot)
			if err != nil {
				t.Fatal(name, err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s with limit %d (-read +remembered):\n%s", name, limit, diff)
			}
		}
	}
}
