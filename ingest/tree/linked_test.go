package tree

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/internal/text"
)

// facts is a store of facts, each with its key elements.
type facts struct {
	Store
	elements [][]graph.ID
	reads    int
}

func (f *facts) PageTies(context.Context, graph.PageQuery) ([]graph.FactElements, graph.ID, error) {
	f.reads++
	var out []graph.FactElements
	for i, e := range f.elements {
		out = append(out, graph.FactElements{Fact: graph.ID(fmt.Sprint(i)), Elements: e})
	}
	return out, "", nil
}

func (f *facts) PageCommunities(context.Context, graph.PageQuery) ([]graph.CommunityPage, error) {
	return nil, nil
}

// TestUnlinkedCommunitiesAreNotAsked: members that neither relations nor facts link are named by their keywords, without a call.
func TestUnlinkedCommunitiesAreNotAsked(t *testing.T) {
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	n := &network{at: map[graph.ID]int{}}
	for i := range 9 {
		id := graph.ID(fmt.Sprintf("e%d", i))
		n.at[id] = i
		n.entities = append(n.entities, graph.KeyElement{ID: id, Name: "Name " + string('A'+rune(i)), Type: "Person"})
	}
	state := func(id, parent graph.ID, level int, members ...graph.ID) graph.CommunityState {
		s := graph.CommunityState{Community: graph.Community{ID: id, Level: level, Size: len(members), Parent: parent}}
		if level == 0 {
			s.Members = members
		}
		for _, m := range members[:3] {
			s.Keywords = append(s.Keywords, graph.Keyword{Entity: m, Name: n.entities[n.at[m]].Name})
		}
		return s
	}
	states := func() []graph.CommunityState {
		return []graph.CommunityState{
			state("related", "", 0, "e0", "e1", "e2"), state("apart", "all", 0, "e3", "e4", "e5"), state("telling", "all", 0, "e6", "e7", "e8"),
			state("all", "", 1, "e3", "e4", "e5", "e6", "e7", "e8"),
		}
	}
	n.triples = []graph.Triple{{ID: "t", Head: "e0", Relation: "KNOWS", Tail: "e2", Name: "Name A KNOWS Name C"}}
	for _, given := range [][][]graph.ID{nil, {{"e6", "e8"}, {"e0", "e4"}}} {
		model := &llmtest.Model{Reply: func(string, llm.Request) (string, error) { return `{"title":"Asked","summary":"x"}`, nil }}
		store := &facts{elements: given}
		b := Builder{Store: store, Session: (&llm.Client{Model: model, Counter: counter}).Session(llm.Bounds{})}
		list := states()
		if _, err := b.name(t.Context(), n, list); err != nil {
			t.Fatal(err)
		}
		for _, s := range list {
			want := s.ID == "related" || given != nil && s.ID != "apart"
			if (s.Title == "Asked") != want {
				t.Errorf("%d facts: %s is titled %q", len(given), s.ID, s.Title)
			}
		}
		if store.reads != 1 {
			t.Errorf("the facts were read %d times", store.reads)
		}
	}
}

// TestMainMembersAreListed: each keyword is among the members, though others have more relations.
func TestMainMembersAreListed(t *testing.T) {
	n := &network{at: map[graph.ID]int{}}
	var s graph.CommunityState
	var inside []graph.Triple
	for i := range 3 * shownMembers {
		id := graph.ID(fmt.Sprintf("e%02d", i))
		n.at[id] = i
		n.entities, s.Members = append(n.entities, graph.KeyElement{ID: id, Name: "Name " + string(id), Type: "Person"}), append(s.Members, id)
		if i > 2 {
			inside = append(inside, graph.Triple{Head: id, Tail: s.Members[i-1]})
		}
	}
	s.Keywords = []graph.Keyword{{Entity: "e59", Name: "Name e59"}, {Entity: "e00", Name: "Name e00"}}
	got := n.shown(s, inside)
	for _, k := range s.Keywords {
		if !slices.ContainsFunc(got.Members, func(m string) bool { return strings.HasPrefix(m, k.Name+" (") }) {
			t.Errorf("%s is not listed: %q", k.Name, got.Members)
		}
	}
	if len(got.Members) != shownMembers {
		t.Errorf("%d members", len(got.Members))
	}
}
