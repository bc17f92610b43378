package browse

import (
	"context"
	"fmt"
	"testing"

	"grove/internal/graph"
)

// manyEntities is a store of numbered entities, none of which is found by a prefix. Supports rise
// with the numbers.
type manyEntities struct {
	Store
	count int
	// most is the largest page that was read.
	most int
}

func (m *manyEntities) Find(context.Context, graph.FindQuery) ([]graph.KeyElement, error) {
	return nil, nil
}

func (m *manyEntities) PageEntities(_ context.Context, q graph.PageQuery) (out []graph.KeyElement, err error) {
	first := 0
	if q.After != "" {
		_, _ = fmt.Sscanf(string(q.After), "k%d", &first)
		first++
	}
	for i := first; i < min(first+q.Limit, m.count); i++ {
		norm := fmt.Sprintf("name %06d", i)
		out = append(out, graph.KeyElement{ID: graph.ID(fmt.Sprintf("k%06d", i)), Norm: norm, Name: norm, Support: i})
	}
	m.most = max(m.most, len(out))
	return out, nil
}

// TestFindEntitiesBounded: a search that every entity matches has a page of them in memory at once,
// and returns the most supported ones.
func TestFindEntitiesBounded(t *testing.T) {
	s := &manyEntities{count: 20_500}
	found, err := New(s, "w", nil).FindEntities(t.Context(), "e", 3)
	if err != nil {
		t.Fatal(err)
	}
	if s.most > 1000 {
		t.Errorf("%d entities in memory at once", s.most)
	}
	if len(found) != 3 || cap(found) > 64 || found[0].Support != 20_499 || found[2].Support != 20_497 {
		t.Errorf("found %d: %v", len(found), found)
	}
}
