package community

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSameResult(t *testing.T) {
	g, _ := planted(700)
	g.Triples = append(g.Triples, wild(3).Triples...)
	shuffled := g
	shuffled.Triples = nil
	for _, triple := range g.Triples { // a support of two may come as two triples
		for ; triple.Support > 1; triple.Support-- {
			one := triple
			one.Support = 1
			shuffled.Triples = append(shuffled.Triples, one)
		}
		shuffled.Triples = append(shuffled.Triples, triple)
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(shuffled.Triples), func(i, j int) {
		shuffled.Triples[i], shuffled.Triples[j] = shuffled.Triples[j], shuffled.Triples[i]
	})
	for _, method := range Methods() {
		t.Run(method, func(t *testing.T) {
			want := detect(t, g, defaults(method))
			if diff := cmp.Diff(want, detect(t, shuffled, defaults(method))); diff != "" {
				t.Errorf("in another order:\n%s", diff)
			}
			for _, processors := range []int{1, 4} {
				before := runtime.GOMAXPROCS(processors)
				got := detect(t, g, defaults(method))
				runtime.GOMAXPROCS(before)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("on %d processors:\n%s", processors, diff)
				}
			}
		})
	}
}

// TestStable holds that one new entity leaves most communities as they were.
func TestStable(t *testing.T) {
	g, _ := planted(3_000)
	const at = 1_234
	grown := g
	grown.Names = slices.Insert(slices.Clone(g.Names), at, "E001233 the second")
	grown.Triples = slices.Clone(g.Triples)
	up := func(e int) int {
		if e >= at {
			return e + 1
		}
		return e
	}
	for i, triple := range grown.Triples {
		grown.Triples[i].Head, grown.Triples[i].Tail = up(triple.Head), up(triple.Tail)
	}
	grown.tie(at, 7)
	grown.tie(at, 2_900)
	sets := func(g Graph, r Result) map[string]bool {
		found := map[string]bool{}
		for _, c := range r.Communities {
			if c.Level == 0 {
				var names []string
				for _, e := range c.Members {
					names = append(names, g.Names[e])
				}
				found[fmt.Sprint(names)] = true
			}
		}
		return found
	}
	before, after := sets(g, detect(t, g, defaults(""))), sets(grown, detect(t, grown, defaults("")))
	same := 0
	for community := range after {
		if before[community] {
			same++
		}
	}
	if same*100 < len(after)*80 {
		t.Errorf("%d of %d communities are as they were", same, len(after))
	} else {
		t.Logf("%d of %d communities are as they were", same, len(after))
	}
}

func TestHugeSupport(t *testing.T) {
	g := cliques(4, 5)
	want := detect(t, g, defaults(""))
	for i := range g.Triples {
		g.Triples[i].Support = 1 << 60
	}
	if diff := cmp.Diff(want, detect(t, g, defaults(""))); diff != "" {
		t.Errorf("with the same huge support everywhere:\n%s", diff)
	}
}
