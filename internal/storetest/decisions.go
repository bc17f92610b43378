package storetest

import (
	"testing"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
)

func decisionsLifetime(t *testing.T, store graph.Store) {
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	put := func(kind string, subjects ...string) graph.Decision {
		t.Helper()
		before := must[int64](t)(store.ChangeNumber(t.Context()))
		d := must[graph.Decision](t)(store.PutDecision(t.Context(), kind, subjects, at))
		same(t, "change number", must[int64](t)(store.ChangeNumber(t.Context())), before+1)
		return d
	}
	list := func(q graph.DecisionsQuery) []graph.Decision {
		t.Helper()
		return must[[]graph.Decision](t)(store.Decisions(t.Context(), q))
	}
	first, second := put("merge", "ka", "k'b`"), put("reject", "关系")
	same(t, "numbers", []int{first.Seq, second.Seq}, []int{1, 2})
	same(t, "all", list(graph.DecisionsQuery{}), []graph.Decision{first, second})
	same(t, "of a kind", list(graph.DecisionsQuery{Kinds: []string{"reject", "accept"}}), []graph.Decision{second})
	same(t, "after", list(graph.DecisionsQuery{After: 1}), []graph.Decision{second})
	same(t, "one", list(graph.DecisionsQuery{Limit: 1}), []graph.Decision{first})
	if err := store.DropDecision(t.Context(), second.ID); err != nil {
		t.Fatal(err)
	}
	wantKind(t, "taking back what is not there", store.DropDecision(t.Context(), second.ID), fault.NotFound)
	third := put("reject", "关系")
	same(t, "a number never comes back", third.Seq, 3)
	same(t, "what is left", list(graph.DecisionsQuery{}), []graph.Decision{first, third})
	before := must[int64](t)(store.ChangeNumber(t.Context()))
	asked := must[graph.Decision](t)(store.PutDecision(t.Context(), graph.AskedDecision, []string{":a", ":b"}, at))
	same(t, "what was asked is kept", list(graph.DecisionsQuery{After: 3}), []graph.Decision{asked})
	if err := store.DropDecision(t.Context(), asked.ID); err != nil {
		t.Fatal(err)
	}
	same(t, "what was asked changes nothing", must[int64](t)(store.ChangeNumber(t.Context())), before)
	apart := put(graph.ApartDecision, ":a", ":b")
	same(t, "two that are kept apart", list(graph.DecisionsQuery{Kinds: []string{graph.ApartDecision}}), []graph.Decision{apart})
	same(t, "which changes the graph", must[int64](t)(store.ChangeNumber(t.Context())), before+1)
	if err := store.DropDecision(t.Context(), apart.ID); err != nil {
		t.Fatal(err)
	}
	before += 2
	if err := store.DropDecision(t.Context(), third.ID); err != nil {
		t.Fatal(err)
	}
	same(t, "taking one back changes the graph", must[int64](t)(store.ChangeNumber(t.Context())), before+1)
}
