package community

import (
	"math"
	"slices"
	"testing"
)

// connected reports whether the nodes that are one part are tied together.
func connected(g *network, part []int32, nodes []int32) bool {
	seen := map[int32]bool{nodes[0]: true}
	queue := []int32{nodes[0]}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		to, _ := g.neighbours(v)
		for _, u := range to {
			if part[u] == part[v] && !seen[u] {
				seen[u] = true
				queue = append(queue, u)
			}
		}
	}
	return len(seen) == len(nodes)
}

func checkConnected(t *testing.T, name string, g *network, part []int32) {
	t.Helper()
	numbered, count := number(part)
	for _, nodes := range members(numbered, count) {
		if !connected(g, numbered, nodes) {
			t.Errorf("%s: the community %v is in pieces", name, nodes)
		}
	}
}

func mustCanon(t testing.TB, g Graph) *canon {
	t.Helper()
	c, err := canonical(g)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestConnected(t *testing.T) {
	graphs := []Graph{star(300), complete(40), cliques(9, 7)}
	for seed := range uint64(60) {
		graphs = append(graphs, wild(seed))
	}
	big, _ := planted(3_000)
	graphs = append(graphs, big)
	for _, g := range graphs {
		for _, o := range []options{defaults(""), {Leiden, resolutionUnit, 5, few}, {Leiden, 13, maxSize, few}, {Leiden, 9 * resolutionUnit, maxSize, few}, {Structure, resolutionUnit, 3, few}} {
			r := detect(t, g, o)
			part := make([]int32, len(r.Of))
			for e, c := range r.Of {
				part[e] = int32(c)
			}
			checkConnected(t, o.method, mustCanon(t, g).network, part)
		}
	}
}

// TestLeidenRises holds that each iteration keeps what the last has reached, and
// that no node gains by moving once nothing moves.
func TestLeidenRises(t *testing.T) {
	for seed := range uint64(60) {
		g := mustCanon(t, wild(seed)).network
		part := singletons(g.size())
		for range 20 {
			next, err := leidenOnce(t.Context(), g, resolutionUnit, part)
			if err != nil {
				t.Fatal(err)
			}
			before, after := quality(g, part, resolutionUnit), quality(g, next, resolutionUnit)
			if after < before {
				t.Fatalf("seed %d: quality fell from %d to %d", seed, before, after)
			}
			part = next
			if after == before {
				break
			}
		}
		m := newMover(g, part, resolutionUnit)
		for v := range int32(g.size()) {
			if m.moveToBest(v) {
				t.Errorf("seed %d: node %d still gains by moving", seed, v)
			}
		}
	}
}

// TestGain compares the gain of a move with the difference of the qualities.
func TestGain(t *testing.T) {
	for seed := range uint64(40) {
		g := mustCanon(t, wild(seed)).network
		part := make([]int32, g.size())
		for v := range part {
			part[v] = int32(v % min(4, g.size()))
		}
		for v := range int32(g.size()) {
			alone := slices.Clone(part)
			alone[v] = int32(g.size() - 1)
			if slices.Contains(part, alone[v]) {
				continue
			}
			m := newMover(g, part, 80)
			m.weigh(v)
			m.leave(v)
			got := 2 * m.gain(v, part[v])
			if want := quality(g, part, 80) - quality(g, alone, 80); got != want {
				t.Fatalf("seed %d: gain of node %d is %d, want %d", seed, v, got, want)
			}
		}
	}
}

func TestRefine(t *testing.T) {
	for seed := range uint64(60) {
		g := mustCanon(t, wild(seed)).network
		part := make([]int32, g.size())
		for v := range part {
			part[v] = int32(v % 3)
		}
		part, count := number(part)
		fine, fineCount := refine(g, part, count, resolutionUnit)
		checkConnected(t, "refine", g, fine)
		for _, nodes := range members(fine, fineCount) {
			for _, v := range nodes {
				if part[v] != part[nodes[0]] {
					t.Fatalf("seed %d: the piece %v spans two communities", seed, nodes)
				}
			}
		}
	}
}

// TestContract holds that a partition is worth the same on the contracted network.
func TestContract(t *testing.T) {
	for seed := range uint64(40) {
		g := mustCanon(t, wild(seed)).network
		part := make([]int32, g.size())
		for v := range part {
			part[v] = int32(v * 7 % min(5, g.size()))
		}
		part, count := number(part)
		small := g.contract(part, count)
		if small.total != g.total {
			t.Fatalf("seed %d: the total weight went from %d to %d", seed, g.total, small.total)
		}
		if got, want := quality(small, singletons(count), 64), quality(g, part, 64); got != want {
			t.Fatalf("seed %d: quality %d, want %d", seed, got, want)
		}
	}
}

// TestModularity checks two cliques of five with one edge between: 21 edges, of
// which 20 inside, and two communities of degree 21.
func TestModularity(t *testing.T) {
	g := cliques(1, 5).beside(cliques(1, 5))
	// The ring of one clique is an edge too many.
	g.Triples = slices.DeleteFunc(g.Triples, func(t Triple) bool { return t.Head%5 == 0 && t.Tail%5 == 1 })
	g.tie(0, 5)
	r := detect(t, g, defaults(""))
	if want := 20.0/21 - 0.5; math.Abs(r.Modularity-want) > 1e-6 {
		t.Errorf("modularity %v, want %v", r.Modularity, want)
	}
}

func TestSplit(t *testing.T) {
	g := cliques(40, 5)
	whole := make([]int32, len(g.Names))
	n := mustCanon(t, g).network
	part, err := split(t.Context(), n, whole, options{maxSize: 12, resolution: resolutionUnit})
	if err != nil {
		t.Fatal(err)
	}
	part, count := number(part)
	for _, nodes := range members(part, count) {
		if len(nodes) > 12 {
			t.Errorf("a community of %d is left", len(nodes))
		}
	}
	checkConnected(t, "split", n, part)
}
