package community_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/community"
)

// TestVectors divides growing and shrinking graphs with vectors that are kept and
// without: the results are the same, and only new names are embedded.
func TestVectors(t *testing.T) {
	asked := 0
	embed := func(_ context.Context, texts []string) ([][]float32, error) {
		asked += len(texts)
		return hashed(texts), nil
	}
	var kept community.Vectors
	for i, c := range []struct{ entities, asked int }{{40, 41}, {40, 0}, {60, 20}, {20, 0}, {60, 40}} {
		g := ring(c.entities)
		g.Embed = embed
		want, err := community.Detect(t.Context(), g, community.Leiden)
		if err != nil {
			t.Fatal(err)
		}
		asked, g.Vectors = 0, &kept
		got, err := community.Detect(t.Context(), g, community.Leiden)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%d: %s", i, d)
		}
		if asked != c.asked {
			t.Errorf("%d: %d texts were embedded, want %d", i, asked, c.asked)
		}
	}
	// Another embedder is told apart where its vectors are longer.
	g := ring(61)
	g.Vectors, g.Embed = &kept, func(_ context.Context, texts []string) ([][]float32, error) {
		return make([][]float32, len(texts)), nil
	}
	if _, err := community.Detect(t.Context(), g, community.Leiden); err == nil {
		t.Error("vectors of no numbers were taken")
	}
}

// TestVectorsAtOnce is for the race detector.
func TestVectorsAtOnce(t *testing.T) {
	var kept community.Vectors
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			g := ring(30)
			g.Vectors, g.Embed = &kept, func(_ context.Context, texts []string) ([][]float32, error) { return hashed(texts), nil }
			if _, err := community.Detect(t.Context(), g, community.Leiden); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

// ring is so many entities in a circle, each with the next two.
func ring(n int) community.Graph {
	g := community.Graph{Names: make([]string, n)}
	for i := range n {
		g.Names[i] = fmt.Sprint("name ", i)
		for step := 1; step <= 2; step++ {
			g.Triples = append(g.Triples, community.Triple{Head: i, Relation: "NEXT", Tail: (i + step) % n, Support: 1 + i%3})
		}
	}
	return g
}

func hashed(texts []string) [][]float32 {
	out := make([][]float32, len(texts))
	for i, text := range texts {
		out[i] = make([]float32, 32)
		for j, c := range []byte(text) {
			out[i][(int(c)*31+j)%32]++
		}
	}
	return out
}
