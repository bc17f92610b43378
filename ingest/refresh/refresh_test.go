package refresh

import (
	"context"
	"slices"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
)

// defective is a layer that panics.
type defective struct{}

func (defective) Name() string                         { return "defective" }
func (defective) Stale(context.Context) (bool, error)  { return true, nil }
func (defective) Refresh(context.Context, *Pass) error { panic("a defect") }

// TestPanicInLayer: a panic in a layer is the error of the refresh.
func TestPanicInLayer(t *testing.T) {
	_, err := Run(t.Context(), []Chain{{defective{}}}, &llm.Client{Kit: offline.New()}, Options{})
	if !fault.IsPanic(err) || !fault.Is(err, fault.Internal) {
		t.Errorf("%v", err)
	}
}

// emptyStore is the store of an empty graph; calls names the reads and writes that count here.
type emptyStore struct {
	CommunityStore
	calls []string
}

func (s *emptyStore) ReleaseCache(context.Context) error {
	s.calls = append(s.calls, "release")
	return nil
}

func (s *emptyStore) PageEntities(context.Context, graph.PageQuery) ([]graph.KeyElement, error) {
	s.calls = append(s.calls, "read")
	return nil, nil
}

func (s *emptyStore) PutTree(context.Context, []graph.CommunityState) error {
	s.calls = append(s.calls, "write")
	return nil
}

func (s *emptyStore) ChangeNumber(context.Context) (int64, error) { return 1, nil }

func (s *emptyStore) TreeNumber(context.Context) (int64, error) { return 0, nil }

func (s *emptyStore) TreeMethod(context.Context) (string, error) { return "", nil }

func (s *emptyStore) Counts(context.Context) (graph.Counts, error) { return graph.Counts{}, nil }

func (s *emptyStore) PageRelations(context.Context, graph.PageQuery) ([]graph.Triple, error) {
	return nil, nil
}

func (s *emptyStore) PageTies(context.Context, graph.PageQuery) ([]graph.FactElements, graph.ID, error) {
	return nil, "", nil
}

func (s *emptyStore) PageCommunities(context.Context, graph.PageQuery) ([]graph.CommunityPage, error) {
	return nil, nil
}

// TestCacheReleasedBeforeCommunities: the store's cache is released before the network is read.
func TestCacheReleasedBeforeCommunities(t *testing.T) {
	store := &emptyStore{}
	client := &llm.Client{Kit: offline.New()}
	if _, err := Run(t.Context(), []Chain{{Communities{Store: store}}}, client, Options{Rebuild: true}); err != nil {
		t.Fatal(err)
	}
	if want := []string{"release", "read", "write"}; !slices.Equal(store.calls, want) {
		t.Errorf("%q, want %q", store.calls, want)
	}
}
