package community

import (
	"fmt"
	"slices"
	"testing"
)

func detect(t testing.TB, g Graph, o options) Result {
	t.Helper()
	r, err := find(t.Context(), g, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// checkShape holds what is true of every result.
func checkShape(t *testing.T, g Graph, r Result) {
	t.Helper()
	held := make([]int, len(g.Names))
	children := make([][]int, len(r.Communities))
	for i, c := range r.Communities {
		if len(c.Members) == 0 || !slices.IsSorted(c.Members) {
			t.Errorf("community %d has the members %v", i, c.Members)
		}
		if i > 0 {
			before := r.Communities[i-1]
			if c.Level < before.Level || c.Level == before.Level && c.Members[0] <= before.Members[0] {
				t.Errorf("community %d is out of order", i)
			}
		}
		if c.Parent >= 0 {
			children[c.Parent] = append(children[c.Parent], i)
			if parent := r.Communities[c.Parent]; parent.Level <= c.Level {
				t.Errorf("community %d of level %d has a parent of level %d", i, c.Level, parent.Level)
			}
		}
		if c.Level == 0 {
			for _, e := range c.Members {
				held[e]++
				if r.Of[e] != i {
					t.Errorf("entity %d is in community %d, and Of says %d", e, i, r.Of[e])
				}
			}
		}
		for k, e := range c.Keywords {
			if !slices.Contains(c.Members, e) || slices.Contains(c.Keywords[:k], e) {
				t.Errorf("community %d with the members %v has the keywords %v", i, c.Members, c.Keywords)
			}
		}
		if len(c.Keywords) != min(5, len(c.Members)) {
			t.Errorf("community %d of %d has %d keywords", i, len(c.Members), len(c.Keywords))
		}
	}
	for e, times := range held {
		if times != 1 {
			t.Errorf("entity %d is in %d communities of level 0", e, times)
		}
	}
	for i, c := range r.Communities {
		if c.Level == 0 {
			continue
		}
		var united []int
		for _, child := range children[i] {
			united = append(united, r.Communities[child].Members...)
		}
		slices.Sort(united)
		if len(children[i]) < 2 || !slices.Equal(united, c.Members) {
			t.Errorf("community %d of level %d is not what its %d children unite", i, c.Level, len(children[i]))
		}
	}
}

func TestShape(t *testing.T) {
	for _, method := range Methods() {
		for seed := range uint64(40) {
			g := wild(seed)
			checkShape(t, g, detect(t, g, options{method, resolutionUnit, 10, 2}))
		}
		g, _ := planted(600)
		checkShape(t, g, detect(t, g, defaults(method)))
	}
}

func TestDegenerate(t *testing.T) {
	loops := bare(3)
	loops.tie(0, 0)
	loops.tie(0, 0)
	loops.tie(1, 2)
	pair := bare(2)
	pair.tie(1, 0)
	for name, c := range map[string]struct {
		graph Graph
		want  int
	}{
		"empty":          {bare(0), 0},
		"one entity":     {bare(1), 1},
		"no triples":     {bare(7), 7},
		"pair":           {pair, 1},
		"loops":          {loops, 2},
		"star":           {star(2_000), 1},
		"complete":       {complete(150), 1},
		"ring":           {cliques(8, 6), 8},
		"two components": {cliques(1, 5).beside(cliques(1, 4)), 2},
	} {
		t.Run(name, func(t *testing.T) {
			for _, method := range Methods() {
				r := detect(t, c.graph, defaults(method))
				checkShape(t, c.graph, r)
				got := len(slices.DeleteFunc(slices.Clone(r.Communities), func(c Community) bool { return c.Level > 0 }))
				if (method == Leiden || method == Structure) && got != c.want {
					t.Errorf("%s: %d communities, want %d", method, got, c.want)
				}
			}
		})
	}
}

// beside puts two graphs side by side.
func (g Graph) beside(other Graph) Graph {
	both := bare(len(g.Names) + len(other.Names))
	both.Triples = slices.Clone(g.Triples)
	for _, t := range other.Triples {
		t.Head += len(g.Names)
		t.Tail += len(g.Names)
		both.Triples = append(both.Triples, t)
	}
	return both
}

func TestPlanted(t *testing.T) {
	g, want := planted(2_000)
	for method, least := range map[string]float64{Leiden: 0.85, Structure: 0.85, Paper: 0.3, Embedding: 0.3} {
		r := detect(t, g, defaults(method))
		if nmi := NMI(r.Of, want); nmi < least {
			t.Errorf("%s: NMI %v, want at least %v", method, nmi, least)
		}
	}
}

func TestWithoutVectors(t *testing.T) {
	g := cliques(4, 5)
	g.Embed = nil
	r := detect(t, g, defaults(""))
	checkShape(t, g, r)
	if r.Modularity < 0.5 {
		t.Errorf("modularity %v", r.Modularity)
	}
}

func BenchmarkDetect(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		g, want := planted(n)
		for _, method := range Methods() {
			if n > 10_000 && (method == Paper || method == Embedding) {
				continue // minutes
			}
			b.Run(fmt.Sprintf("%s/%d", method, n), func(b *testing.B) {
				b.ReportAllocs()
				var r Result
				for b.Loop() {
					r = detect(b, g, defaults(method))
				}
				b.ReportMetric(NMI(r.Of, want), "nmi")
				b.ReportMetric(r.Modularity, "modularity")
			})
		}
	}
}
