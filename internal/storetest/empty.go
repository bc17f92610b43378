package storetest

import (
	"testing"

	"grove/internal/graph"
)

func emptyReads(t *testing.T, store graph.Store) {
	for name, op := range operations(1) {
		n, err := op(t.Context(), store)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		same(t, name, n, 0)
	}
	same(t, "counts", must[graph.Counts](t)(store.Counts(t.Context())), graph.Counts{})
	same(t, "change number", must[int64](t)(store.ChangeNumber(t.Context())), int64(0))
	same(t, "dump", mustDump(t, store), "")
}

func emptyChange(t *testing.T, store graph.Store) {
	same(t, "applied", mustApply(t, store, graph.Change{}).Number, int64(1))
	applied := mustApply(t, store, graph.Change{Remove: []graph.ID{"dnobody"}})
	same(t, "removed", len(applied.Removed), 0)
	b := Bundle("empty.txt", "A title and no text")
	mustApply(t, store, graph.Change{Add: []graph.Bundle{b}})
	same(t, "counts", must[graph.Counts](t)(store.Counts(t.Context())), graph.Counts{Documents: 1})
	mustApply(t, store, graph.Change{Remove: []graph.ID{b.Document.ID}})
	same(t, "dump", mustDump(t, store), "")
}
