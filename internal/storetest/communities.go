package storetest

import (
	"testing"

	"grove/internal/graph"
)

// communitiesLifetime puts a tree of two levels over the small graph's entities
// and changes it.
func communitiesLifetime(t *testing.T, store graph.Store) {
	mustApply(t, store, graph.Change{Add: Small()})
	all := must[[]graph.KeyElementPage](t)(store.PageKeyElements(t.Context(), graph.PageQuery{}))
	var entities []graph.ID
	names := map[graph.ID]string{}
	for _, k := range all {
		if k.Type != "" {
			entities = append(entities, k.ID)
			names[k.ID] = k.Name
		}
	}
	if len(entities) < 4 {
		t.Fatalf("%d entities", len(entities))
	}
	make := func(level int, members []graph.ID, title string, parent graph.ID) graph.CommunityState {
		c := graph.CommunityState{Community: graph.Community{ID: graph.CommunityID(level, members), Level: level, Parent: parent,
			Title: title, Summary: "What '" + title + "` is about", Size: len(members), Digest: title}}
		if level == 0 {
			c.Members = members
		}
		c.Keywords = []graph.Keyword{{ID: graph.KeywordID(c.ID, members[0]), Community: c.ID, Entity: members[0], Name: names[members[0]], Rank: 1}}
		return c
	}
	number := func() int64 { return must[int64](t)(store.TreeNumber(t.Context())) }
	same(t, "no tree yet", number(), 0)
	method := func() string { return must[string](t)(store.TreeMethod(t.Context())) }
	same(t, "no method yet", method(), "")
	unchanged := must[int64](t)(store.ChangeNumber(t.Context()))
	for _, name := range []string{"paper", "", "leiden"} {
		if err := store.SetTreeMethod(t.Context(), name); err != nil {
			t.Fatal(err)
		}
		same(t, "the method that was set", method(), name)
	}
	same(t, "a method is no change of the graph", must[int64](t)(store.ChangeNumber(t.Context())), unchanged)
	top := make(1, entities, "all", "")
	a, b := make(0, entities[:2], "a", top.ID), make(0, entities[2:], "b", top.ID)
	put := func(tree ...graph.CommunityState) {
		t.Helper()
		if err := store.PutTree(t.Context(), tree); err != nil {
			t.Fatal(err)
		}
		same(t, "the tree is true", number(), must[int64](t)(store.ChangeNumber(t.Context())))
	}
	list := func(what string, q graph.CommunitiesQuery, want ...graph.CommunityState) {
		t.Helper()
		got := must[[]graph.CommunityRow](t)(store.Communities(t.Context(), q))
		var rows []graph.CommunityRow
		for _, c := range want {
			rows = append(rows, graph.CommunityRow{Community: c.Community, Keywords: c.Keywords})
		}
		same(t, what, got, rows)
	}
	put(b, top, a)
	list("all, the largest first", graph.CommunitiesQuery{}, top, b, a)
	list("at the top", graph.CommunitiesQuery{Top: true}, top)
	list("below", graph.CommunitiesQuery{Parent: top.ID}, b, a)
	list("of a member", graph.CommunitiesQuery{Members: entities[:1]}, a)
	list("by id", graph.CommunitiesQuery{IDs: []graph.ID{a.ID, top.ID}}, top, a)
	list("by id and parent", graph.CommunitiesQuery{IDs: []graph.ID{a.ID, top.ID}, Parent: top.ID}, a)
	list("one", graph.CommunitiesQuery{Limit: 1}, top)
	members := must[[]graph.KeyElement](t)(store.Members(t.Context(), graph.MembersQuery{Community: b.ID, After: entities[2], Limit: 1}))
	if len(members) != 1 || members[0].ID != entities[3] || members[0].Name == "" {
		t.Errorf("members: %+v", members)
	}
	counts := must[graph.Counts](t)(store.Counts(t.Context()))
	same(t, "counts", []int{counts.Communities, counts.Keywords}, []int{3, 3})
	keywords := must[[]graph.Keyword](t)(store.PageKeywords(t.Context(), graph.PageQuery{}))
	same(t, "keywords", len(keywords), 3)
	for _, w := range keywords {
		if w.Community == b.ID {
			same(t, "a keyword", w, b.Keywords[0])
		}
	}
	pages := must[[]graph.CommunityPage](t)(store.PageCommunities(t.Context(), graph.PageQuery{}))
	same(t, "pages", len(pages), 3)
	for _, p := range pages {
		if p.ID == a.ID {
			same(t, "a page", p, a)
		}
	}
	for i, p := range must[[]graph.CommunityPage](t)(store.PageCommunities(t.Context(), graph.PageQuery{Bare: true})) {
		same(t, "a bare page", p, graph.CommunityPage{Community: pages[i].Community})
	}
	before := must[int64](t)(store.ChangeNumber(t.Context()))
	mustApply(t, store, graph.Change{Remove: []graph.ID{Small()[0].Document.ID}})
	if must[int64](t)(store.ChangeNumber(t.Context())) == before || number() != before {
		t.Error("a change of the graph leaves the tree's number behind")
	}
	// Elements that went and came back are members again.
	mustApply(t, store, graph.Change{Add: Small()[:1]})
	for _, b := range Small() {
		mustApply(t, store, graph.Change{Remove: []graph.ID{b.Document.ID}})
	}
	mustApply(t, store, graph.Change{Add: Small()})
	put(top, a, b)
	for _, c := range []graph.CommunityState{a, b} {
		back := must[[]graph.KeyElement](t)(store.Members(t.Context(), graph.MembersQuery{Community: c.ID}))
		same(t, "members that came back", len(back), len(c.Members))
	}
	// Without a parent, with another title, and one gone: its members are nobody's.
	renamed := make(0, entities[:2], "a", "")
	renamed.Title, renamed.Digest = "another", "another"
	put(renamed)
	list("after the change", graph.CommunitiesQuery{}, renamed)
	list("of a former member", graph.CommunitiesQuery{Members: entities[3:4]})
	put()
	list("none", graph.CommunitiesQuery{})
	counts = must[graph.Counts](t)(store.Counts(t.Context()))
	same(t, "nothing is left", []int{counts.Communities, counts.Keywords}, []int{0, 0})
}
