package identity_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/ingest/identity"
	"grove/internal/graph"
	"grove/internal/sqlite"
)

// TestMemory carries out random writes on three stores, one settled with a memory, one without and
// one as large graphs are: all come to the same after each.
func TestMemory(t *testing.T) {
	names := []string{"John Watson/Person", "Watson/Person", "Dr. Watson/Person", "Mary Watson/Person", "J. Watson/Person", "John/Person",
		"watson", "IBM/Organization", "International Business Machines/Organization", "Paris/Location", "Paris, France/Location",
		"Paris, Texas/Location", "[PERSON#2]/Person", "[PERSON#27]/Person", "王明/Person", "王明先生/Person",
		"Dr. Watson/Person<john watson", "John/Person>mary watson", "IBM/Organization>paris", "Paris/Location<paris, france"}
	kinds := []string{graph.MergeDecision, graph.SplitDecision}
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(seed, 1))
			with, without, large := open(t), open(t), open(t)
			stores := []*sqlite.Store{with, without, large}
			var memory identity.Memory
			var decisions []graph.ID
			for step := range 25 {
				source := fmt.Sprint("d", rnd.IntN(8))
				c := graph.Change{Remove: []graph.ID{graph.DocumentID(source)}}
				subjects := []graph.Name{{Norm: "watson"}, {Norm: []string{"ibm", "paris", "john watson"}[rnd.IntN(3)]}}
				switch rnd.IntN(8) {
				case 0: // goes
				case 1: // is to come back
					c.Returning = chunksOf(t, without, graph.DocumentID(source))
				case 2:
					kind := kinds[rnd.IntN(2)]
					if kind == graph.SplitDecision {
						subjects = []graph.Name{{Norm: "watson", Part: graph.DocumentID(source)}}
					}
					for _, s := range stores {
						d := decide(t, s, kind, subjects...)
						if s == without {
							decisions = append(decisions, d.ID)
						}
					}
					c = graph.Change{}
				case 3:
					if len(decisions) > 0 {
						for _, s := range stores {
							if err := s.DropDecision(t.Context(), decisions[0]); err != nil {
								t.Fatal(err)
							}
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
				for _, s := range stores {
					if _, err := s.Apply(t.Context(), c); err != nil {
						t.Fatal(err)
					}
				}
				automatic := step%9 != 8
				got, err := memory.Settle(t.Context(), identity.Resolver{Store: with, Automatic: automatic})
				if err != nil {
					t.Fatal(err)
				}
				want := settle(t, identity.Resolver{Store: without, Automatic: automatic})
				once, err := identity.SettleOnce(t.Context(), identity.Resolver{Store: large, Automatic: automatic})
				if err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(want, got) + cmp.Diff(want, once); d != "" {
					t.Fatalf("step %d: %s", step, d)
				}
				wanted := dump(t, without)
				if d := cmp.Diff(wanted, dump(t, with)) + cmp.Diff(wanted, dump(t, large)); d != "" {
					t.Fatalf("step %d: %s", step, d)
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
