package community

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
)

// embedHash gives each text a direction of its own, from its hash.
func embedHash(_ context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		h := fnv.New64a()
		h.Write([]byte(text))
		r := random(h.Sum64())
		vectors[i] = make([]float32, 32)
		for j := range vectors[i] {
			vectors[i][j] = float32(r.next()>>63)*2 - 1
		}
	}
	return vectors, nil
}

// bare returns a graph of n entities without triples.
func bare(n int) Graph {
	g := Graph{Embed: embedHash}
	for i := range n {
		g.Names = append(g.Names, fmt.Sprintf("E%06d", i))
	}
	return g
}

func (g *Graph) tie(head, tail int) { g.relate(head, "KNOWS", tail) }

func (g *Graph) relate(head int, relation string, tail int) {
	g.Triples = append(g.Triples, Triple{Head: head, Relation: relation, Tail: tail, Support: 1})
}

// planted returns a graph with hidden communities of 5 to 60 entities (heavy tail),
// each a random tree with more edges inside; 15 % of the edges lead outside.
// Entity numbers do not reveal them. It gives the community of each entity too.
func planted(n int) (Graph, []int) {
	r := rand.New(rand.NewPCG(7, uint64(n)))
	g, community, order := bare(n), make([]int, n), r.Perm(n)
	edges := 2 * n
	for from, c := 0, 0; from < n; c++ {
		size := min(60, int(5/math.Pow(1-r.Float64(), 1/1.4)))
		if n-from-size < 5 {
			size = n - from
		}
		group := order[from : from+size]
		from += size
		for i, e := range group {
			community[e] = c
			if i > 0 {
				g.relate(e, relation(r, c), group[r.IntN(i)])
			}
		}
		for range edges*85/100*size/n - size + 1 {
			if a, b := group[r.IntN(size)], group[r.IntN(size)]; a != b {
				g.relate(a, relation(r, c), b)
			}
		}
	}
	for range edges * 15 / 100 {
		if a, b := r.IntN(n), r.IntN(n); community[a] != community[b] {
			g.relate(a, relation(r, r.IntN(n)), b)
		}
	}
	return g, community
}

// relation draws one of twenty types, mostly one of the four that community c likes.
func relation(r *rand.Rand, c int) string {
	if r.IntN(5) > 0 {
		return fmt.Sprintf("REL_%02d", (c*7+r.IntN(4))%20)
	}
	return fmt.Sprintf("REL_%02d", r.IntN(20))
}

// random graphs with loops, parallel triples, isolated entities and supports.
func wild(seed uint64) Graph {
	r := rand.New(rand.NewPCG(seed, 1))
	n := 1 + r.IntN(60)
	g := bare(n)
	for range r.IntN(3 * n) {
		g.Triples = append(g.Triples, Triple{
			Head: r.IntN(n), Relation: fmt.Sprintf("R%d", r.IntN(5)), Tail: r.IntN(1 + n/2), Support: 1 + r.IntN(4),
		})
	}
	return g
}

func star(n int) Graph {
	g := bare(n)
	for i := 1; i < n; i++ {
		g.tie(0, i)
	}
	return g
}

func complete(n int) Graph {
	g := bare(n)
	for i := range n {
		for j := range i {
			g.tie(i, j)
		}
	}
	return g
}

// cliques returns a ring of complete graphs, neighbours tied by one edge.
func cliques(count, size int) Graph {
	g := bare(count * size)
	for c := range count {
		for i := range size {
			for j := range i {
				g.tie(c*size+i, c*size+j)
			}
		}
		g.tie(c*size, (c+1)%count*size+1)
	}
	return g
}
