package alias

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/internal/graph"
)

// TestClustered: names resolved apart have the representatives that a set of all has, with claims, decisions and keys that too many share.
func TestClustered(t *testing.T) {
	for seed := range uint64(25) {
		rnd := rand.New(rand.NewPCG(seed, 5))
		profiles := unique(append(invent(rnd, 40+rnd.IntN(200)), smiths(rnd.IntN(maxBlock+20))...))
		any := func() graph.ID { return profiles[rnd.IntN(len(profiles))].ID }
		var claims []Claim
		var decisions []Decision
		for range rnd.IntN(20) {
			claims = append(claims, Claim{Name: any(), Other: any(), Same: rnd.IntN(2) == 0})
		}
		for i := range rnd.IntN(5) {
			d := Decision{Seq: int64(i), Action: []Action{MergeNames, SplitNames}[rnd.IntN(2)], IDs: []graph.ID{any(), any(), "kabsent"}}
			decisions = append(decisions, Decision{Seq: d.Seq, Action: d.Action, IDs: d.IDs[:1+rnd.IntN(3)]})
		}
		all := NewSet(profiles, claims, decisions)
		want := map[graph.ID]graph.ID{}
		for _, p := range profiles {
			if to := all.Representative(p.ID); to != p.ID {
				want[p.ID] = to
			}
		}
		for _, least := range []int{1, 20, batchNames} {
			got := clustered(len(profiles), func(i int) Profile { return profiles[i] }, claims, decisions, least)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("seed %d, batches of %d: %s", seed, least, diff)
			}
		}
	}
}

// smiths are so many names with one family name.
func smiths(n int) []Profile {
	out := []Profile{named("Smith", "Person", "a")}
	for i := range n {
		out = append(out, named(fmt.Sprintf("Q%c%c Smith", 'a'+i/26, 'a'+i%26), "Person", "a"))
	}
	return out
}
