package identity_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"grove/ingest/identity"
	"grove/internal/graph"
	"grove/internal/sqlite"
	"grove/internal/text"
)

// TestNamesAreSettled carries out random writes: after each, the elements that names belong to are the same by what Settle and by what
// Names resolves, and every mention refers to that of its name.
func TestNamesAreSettled(t *testing.T) {
	names := []string{"John Watson/Person", "Watson/Person", "Dr. Watson/Person", "Mary Watson/Person", "J. Watson/Person", "John/Person",
		"watson", "IBM/Organization", "International Business Machines/Organization", "Paris/Location", "Paris, France/Location",
		"Paris, Texas/Location", "[PERSON#2]/Person", "[PERSON#27]/Person", "王明/Person", "王明先生/Person",
		"Dr. Watson/Person<john watson", "John/Person>mary watson", "IBM/Organization>paris", "Paris/Location<paris, france"}
	kinds := []string{graph.MergeDecision, graph.SplitDecision}
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(seed, 1))
			store := open(t)
			var decisions []graph.ID
			for step := range 25 {
				source := fmt.Sprint("d", rnd.IntN(8))
				c := graph.Change{Remove: []graph.ID{graph.DocumentID(source)}}
				subjects := []graph.Name{{Norm: "watson"}, {Norm: []string{"ibm", "paris", "john watson"}[rnd.IntN(3)]}}
				switch rnd.IntN(8) {
				case 0: // goes
				case 1: // is to come back
					c.Returning = chunksOf(t, store, graph.DocumentID(source))
				case 2:
					kind := kinds[rnd.IntN(2)]
					if kind == graph.SplitDecision {
						subjects = []graph.Name{{Norm: "watson", Part: graph.DocumentID(source)}}
					}
					decisions = append(decisions, decide(t, store, kind, subjects...).ID)
					c = graph.Change{}
				case 3:
					if len(decisions) > 0 {
						if err := store.DropDecision(t.Context(), decisions[0]); err != nil {
							t.Fatal(err)
						}
						decisions = decisions[1:]
					}
					c = graph.Change{}
				default: // comes, or is replaced
					var list []string
					for _, at := range rnd.Perm(len(names))[:1+rnd.IntN(4)] {
						list = append(list, names[at])
					}
					c.Add = []graph.Bundle{said(source, list...)}
				}
				if _, err := store.Apply(t.Context(), c); err != nil {
					t.Fatal(err)
				}
				r := identity.Resolver{Store: store, Automatic: step%9 != 8}
				settled, report, err := r.Settle(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				all, err := r.Names(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				for mentions, err := range graph.ChunkNames(t.Context(), store.PageNames) {
					if err != nil {
						t.Fatal(err)
					}
					for _, use := range mentions {
						name := graph.Name{Norm: text.Normalise(use.Surface), Part: use.Document}
						got, want := settled.Element(name), all.Element(name)
						if got != want || report.Left == 0 && use.Element != want.ID {
							t.Fatalf("step %d: %s has element %s, by Settle %v, by Names %v", step, use.Surface, use.Element, got, want)
						}
					}
				}
			}
		})
	}
}

func chunksOf(t *testing.T, store *sqlite.Store, document graph.ID) (out []graph.ID) {
	t.Helper()
	rows, err := store.Chunks(t.Context(), graph.ChunksQuery{Document: document})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		out = append(out, r.ID)
	}
	return out
}
