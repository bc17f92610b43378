package refresh

import (
	"context"
	"slices"
	"testing"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/llm/offline"
)

// fakeLayer is a layer that records its refreshes.
type fakeLayer struct {
	name    string
	fresh   bool
	err     error
	log     *[]string
	refresh func(*Pass) error
}

func (f *fakeLayer) Name() string                        { return f.name }
func (f *fakeLayer) Stale(context.Context) (bool, error) { return !f.fresh, nil }
func (f *fakeLayer) Refresh(_ context.Context, p *Pass) error {
	*f.log = append(*f.log, f.name)
	if f.refresh != nil {
		return f.refresh(p)
	}
	f.fresh = f.err == nil
	return f.err
}

// fakes returns the chains of a workspace, with fake layers, and the log of their refreshes.
func fakes() (chains []Chain, layer map[string]*fakeLayer, log *[]string) {
	layer, log = map[string]*fakeLayer{}, &[]string{}
	for _, names := range [][]string{{"schema", "identities", "communities"}, {"index"}, {"vectors"}} {
		var chain Chain
		for _, n := range names {
			layer[n] = &fakeLayer{name: n, log: log}
			chain = append(chain, layer[n])
		}
		chains = append(chains, chain)
	}
	return chains, layer, log
}

// TestRunGoesOn: the layers are refreshed in order; one that fails stops only those that depend
// on it, and the first error is returned. A second run completes the first.
func TestRunGoesOn(t *testing.T) {
	away, defect := fault.New(fault.Unavailable, "test", "", "away", ""), fault.New(fault.Corrupt, "test", "", "defect", "")
	for name, c := range map[string]struct {
		fail map[string]error
		kind fault.Kind
		want []string
	}{
		"none":                {nil, "", []string{"schema", "identities", "communities", "index", "vectors"}},
		"communities":         {map[string]error{"communities": away}, fault.Unavailable, []string{"schema", "identities", "communities", "index", "vectors"}},
		"schema":              {map[string]error{"schema": away}, fault.Unavailable, []string{"schema", "index", "vectors"}},
		"index":               {map[string]error{"index": defect}, fault.Corrupt, []string{"schema", "identities", "communities", "index", "vectors"}},
		"index, then vectors": {map[string]error{"index": defect, "vectors": away}, fault.Corrupt, []string{"schema", "identities", "communities", "index", "vectors"}},
	} {
		t.Run(name, func(t *testing.T) {
			chains, layer, log := fakes()
			for n, err := range c.fail {
				layer[n].err = err
			}
			var named []string
			_, err := Run(t.Context(), chains, &llm.Client{Kit: offline.New()}, Options{OnLayer: func(name string) { named = append(named, name) }})
			if fault.KindOf(err) != c.kind || !slices.Equal(*log, c.want) || !slices.Equal(named, c.want) {
				t.Errorf("%v, named %v, %v", *log, named, err)
			}
			for _, l := range layer {
				l.err = nil
			}
			if _, err := Run(t.Context(), chains, &llm.Client{Kit: offline.New()}, Options{}); err != nil {
				t.Error(err)
			}
			for n, l := range layer {
				if !l.fresh {
					t.Errorf("%s is stale after the second run", n)
				}
			}
		})
	}
}

// TestRunCanceled: a run that is canceled between two layers refreshes no other; the next run
// refreshes only the rest.
func TestRunCanceled(t *testing.T) {
	chains, layer, log := fakes()
	ctx, cancel := context.WithCancel(t.Context())
	layer["identities"].refresh = func(*Pass) error {
		layer["identities"].fresh = true
		cancel()
		return nil
	}
	if _, err := Run(ctx, chains, &llm.Client{Kit: offline.New()}, Options{}); !fault.Is(err, fault.Canceled) || !slices.Equal(*log, []string{"schema", "identities"}) {
		t.Fatalf("%v, %v", *log, err)
	}
	*log = nil
	if _, err := Run(t.Context(), chains, &llm.Client{Kit: offline.New()}, Options{}); err != nil || !slices.Equal(*log, []string{"communities", "index", "vectors"}) {
		t.Errorf("%v, %v", *log, err)
	}
}

// TestRunBounds: a layer that reaches the bounds of the calls does not keep the index and the
// vectors from being refreshed.
func TestRunBounds(t *testing.T) {
	chains, layer, log := fakes()
	layer["communities"].refresh = func(p *Pass) error {
		if p.Bounds.MaxTotalTokens != NoCalls().MaxTotalTokens || p.Session == nil {
			t.Errorf("bounds %+v", p.Bounds)
		}
		return fault.New(fault.LimitReached, "test", "", "no calls left", "")
	}
	_, err := Run(t.Context(), chains, &llm.Client{Kit: offline.New()}, Options{Bounds: NoCalls()})
	if !fault.Is(err, fault.LimitReached) || !slices.Equal((*log)[2:], []string{"communities", "index", "vectors"}) {
		t.Errorf("%v, %v", *log, err)
	}
}
