package community

import (
	"context"
	"errors"
	"slices"
	"testing"

	"grove/internal/fault"
)

func TestRefused(t *testing.T) {
	good := cliques(2, 3)
	with := func(change func(*Graph)) Graph {
		g := good
		g.Triples = slices.Clone(g.Triples)
		change(&g)
		return g
	}
	embedding := func(vectors ...[]float32) Graph {
		return with(func(g *Graph) {
			g.Embed = func(_ context.Context, texts []string) ([][]float32, error) {
				return slices.Repeat(vectors, len(texts))[:max(1, len(texts)*min(1, len(vectors)-1))], nil
			}
		})
	}
	nan := float32(0)
	nan /= nan
	down := fault.New(fault.Unavailable, "test", "", "down", "")
	for name, c := range map[string]struct {
		graph  Graph
		method string
		want   fault.Kind
	}{
		"method":          {good, "magic", fault.Invalid},
		"head":            {with(func(g *Graph) { g.Triples[3].Head = -1 }), "", fault.Invalid},
		"tail":            {with(func(g *Graph) { g.Triples[3].Tail = 6 }), "", fault.Invalid},
		"support":         {with(func(g *Graph) { g.Triples[3].Support = 0 }), "", fault.Invalid},
		"no embedder":     {with(func(g *Graph) { g.Embed = nil }), Paper, fault.Invalid},
		"embedder fails":  {with(func(g *Graph) { g.Embed = func(context.Context, []string) ([][]float32, error) { return nil, down } }), "", fault.Unavailable},
		"too few vectors": {embedding([]float32{1}), "", fault.BadReply},
		"no dimensions":   {embedding([]float32{}, []float32{}), "", fault.BadReply},
		"dimensions":      {embedding([]float32{1}, []float32{1, 2}), "", fault.BadReply},
		"vector":          {embedding([]float32{nan, 1}, []float32{1, 2}), "", fault.BadReply},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Detect(t.Context(), c.graph, c.method)
			if !fault.Is(err, c.want) {
				t.Errorf("error %v, want one of kind %s", err, c.want)
			}
		})
	}
}

func TestCanceled(t *testing.T) {
	g, _ := planted(500)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, method := range Methods() {
		_, err := Detect(ctx, g, method)
		if !errors.Is(err, context.Canceled) || !fault.Is(err, fault.Canceled) {
			t.Errorf("%s: %v", method, err)
		}
	}
}
