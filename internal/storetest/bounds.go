package storetest

import (
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
)

func boundCases() []writeCase {
	return []writeCase{{"bounds/too many ids", tooManyIDs}, {"bounds/hops of a path", hopBounds},
		{"bounds/an empty name names nothing", emptyNames}}
}

func tooManyIDs(t *testing.T, store graph.Store) {
	most, over := operations(graph.MaxIDs), operations(graph.MaxIDs+1)
	for _, name := range []string{"Documents", "Chunks", "Facts", "KeyElements", "Find", "Attributes", "Mentions", "Relations", "Extractions", "Proposals", "Proposing"} {
		if _, err := most[name](t.Context(), store); err != nil {
			t.Errorf("%s of the greatest number of ids: %v", name, err)
		}
		_, err := over[name](t.Context(), store)
		wantKind(t, name+" of one id more", err, fault.Invalid)
	}
}

func hopBounds(t *testing.T, store graph.Store) {
	q := graph.PathsQuery{From: element("a"), To: element("b")}
	for hops, valid := range map[int]bool{-1: false, 0: true, 1: true, graph.MaxHops: true, graph.MaxHops + 1: false} {
		q.MaxHops = hops
		switch _, err := store.Paths(t.Context(), q); {
		case valid && err != nil:
			t.Errorf("%d hops: %v", hops, err)
		case !valid:
			wantKind(t, "hops out of bounds", err, fault.Invalid)
		}
	}
}

func emptyNames(t *testing.T, store graph.Store) {
	for name, q := range map[string]graph.DocumentsQuery{
		"source": {Sources: []string{""}}, "source id": {SourceIDs: []string{"", "x"}}, "origin": {Origins: []string{""}},
	} {
		_, err := store.Documents(t.Context(), q)
		wantKind(t, "an empty "+name, err, fault.Invalid)
	}
}
