package retrieve

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestWalk compares the walk with the same sum over a full matrix.
func TestWalk(t *testing.T) {
	for _, rounds := range []int{0, 1, 2, 19, 20} {
		testWalk(t, rounds)
	}
}

func testWalk(t *testing.T, rounds int) {
	r := rand.New(rand.NewPCG(5, 6))
	const passages, entities, damp = 7, 5, 0.85
	var edges []edge
	weight := map[[2]int32]float64{}
	for p := range int32(passages) {
		for e := range int32(entities) {
			if e == p%entities || r.IntN(3) == 0 {
				w := 0.1 + r.Float64()
				edges = append(edges, edge{p, e, w})
				weight[[2]int32{p, e}] = w
			}
		}
	}
	const n = passages + entities
	var step [n][n]float64 // step[to][from]
	for from := range n {
		degree := 0.0
		for to := range n {
			degree += weightOf(weight, from, to, passages)
		}
		for to := range n {
			step[to][from] = weightOf(weight, from, to, passages) / degree
		}
	}
	seed := make([]float64, n)
	for i := range seed {
		seed[i] = r.Float64() / n
	}
	want := append([]float64(nil), seed...)
	for range rounds {
		next := make([]float64, n)
		for to := range n {
			sum := 0.0
			for from := range n {
				sum += step[to][from] * want[from]
			}
			next[to] = (1-damp)*seed[to] + damp*sum
		}
		want = next
	}
	g := newBipartite(passages, entities, edges)
	for i, got := range g.walk(seed[:passages], seed[passages:], damp, rounds) {
		if math.Abs(got-want[i]) > 1e-12 {
			t.Errorf("%d rounds, passage %d: %v, want %v", rounds, i, got, want[i])
		}
	}
}

func weightOf(weight map[[2]int32]float64, a, b, passages int) float64 {
	if a > b {
		a, b = b, a
	}
	return weight[[2]int32{int32(a), int32(b - passages)}]
}
