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
		graph   Graph
		options Options
		want    fault.Kind
	}{
		"method":          {good, Options{Method: "magic"}, fault.Invalid},
		"resolution":      {good, Options{Resolution: 17}, fault.Invalid},
		"low resolution":  {good, Options{Resolution: -1}, fault.Invalid},
		"not a number":    {good, Options{Resolution: float64(nan)}, fault.Invalid},
		"weight":          {good, Options{StructureWeight: 1.5}, fault.Invalid},
		"epsilon":         {good, Options{Epsilon: -0.1}, fault.Invalid},
		"sizes":           {good, Options{MaxSize: -1}, fault.Invalid},
		"keywords":        {good, Options{Keywords: -1}, fault.Invalid},
		"head":            {with(func(g *Graph) { g.Triples[3].Head = -1 }), Options{}, fault.Invalid},
		"tail":            {with(func(g *Graph) { g.Triples[3].Tail = 6 }), Options{}, fault.Invalid},
		"support":         {with(func(g *Graph) { g.Triples[3].Support = 0 }), Options{}, fault.Invalid},
		"no embedder":     {with(func(g *Graph) { g.Embed = nil }), Options{Method: Paper}, fault.Invalid},
		"embedder fails":  {with(func(g *Graph) { g.Embed = func(context.Context, []string) ([][]float32, error) { return nil, down } }), Options{}, fault.Unavailable},
		"too few vectors": {embedding([]float32{1}), Options{}, fault.BadReply},
		"no dimensions":   {embedding([]float32{}, []float32{}), Options{}, fault.BadReply},
		"dimensions":      {embedding([]float32{1}, []float32{1, 2}), Options{}, fault.BadReply},
		"vector":          {embedding([]float32{nan, 1}, []float32{1, 2}), Options{}, fault.BadReply},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Detect(t.Context(), c.graph, c.options)
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
		_, err := Detect(ctx, g, Options{Method: method})
		if !errors.Is(err, context.Canceled) || !fault.Is(err, fault.Canceled) {
			t.Errorf("%s: %v", method, err)
		}
	}
}
