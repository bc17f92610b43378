package tree_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/ingest/tree"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/internal/llm/offline"
	"grove/internal/sqlite"
	"grove/internal/storetest"
	"grove/internal/text"
)

// namer calls every group by the number of the call, and counts.
type namer struct{ calls atomic.Int64 }

func (n *namer) Name() string { return "namer" }

func (n *namer) Complete(_ context.Context, r llm.Request) (llm.Reply, error) {
	n.calls.Add(1)
	first, _, _ := strings.Cut(r.Messages[1].Content, "\n")
	return llm.Reply{Text: `Sure: {"title": "Group of ` + strings.ReplaceAll(first, `"`, "") + `", "summary": "It is so."}`}, nil
}

func builder(t testing.TB, store tree.Store, model llm.Model) tree.Builder {
	t.Helper()
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	client := &llm.Client{Model: model, Kit: offline.New(), Counter: counter}
	return tree.Builder{Store: store, Session: client.Session(llm.Bounds{Window: 4096})}
}

func pages(t *testing.T, store *sqlite.Store) []graph.CommunityPage {
	t.Helper()
	all, err := store.PageCommunities(t.Context(), graph.PageQuery{})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func apply(t *testing.T, store *sqlite.Store, c graph.Change) {
	t.Helper()
	if _, err := store.Apply(t.Context(), c); err != nil {
		t.Fatal(err)
	}
}

// Every entity is in exactly one community, and what was removed leaves nothing behind.
func TestBuild(t *testing.T) {
	store := storetest.Open(t)
	b := builder(t, store, nil)
	apply(t, store, graph.Change{Add: storetest.Small()[:2]})
	if stale, err := b.Stale(t.Context()); err != nil || !stale {
		t.Fatalf("before the first build: stale %v, %v", stale, err)
	}
	report, err := b.Build(t.Context())
	if err != nil || report.Entities == 0 || report.Communities == 0 {
		t.Fatalf("%+v, %v", report, err)
	}
	if stale, err := b.Stale(t.Context()); err != nil || stale {
		t.Fatalf("after the build: stale %v, %v", stale, err)
	}
	before := pages(t, store)
	partition(t, store, before)
	apply(t, store, graph.Change{Add: storetest.Small()[2:]})
	if _, err := b.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	with := pages(t, store)
	partition(t, store, with)
	if cmp.Equal(before, with) {
		t.Error("a document more changes nothing")
	}
	apply(t, store, graph.Change{Remove: []graph.ID{storetest.Small()[2].Document.ID}})
	if _, err := b.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(before, pages(t, store)); d != "" {
		t.Errorf("after add and delete (-before +after)\n%s", d)
	}
}

// partition holds communities of level 0 to: every entity in exactly one.
func partition(t *testing.T, store *sqlite.Store, all []graph.CommunityPage) {
	t.Helper()
	entities, err := store.PageEntities(t.Context(), graph.PageQuery{})
	if err != nil {
		t.Fatal(err)
	}
	in := map[graph.ID]int{}
	for _, c := range all {
		if c.Title == "" || c.Digest == "" {
			t.Errorf("community %s has title %q, digest %q", c.ID, c.Title, c.Digest)
		}
		for _, m := range c.Members {
			in[m]++
		}
		for _, k := range c.Keywords {
			if c.Level == 0 && !slices.Contains(c.Members, k.Entity) {
				t.Errorf("keyword %s is no member of %s", k.Name, c.Title)
			}
		}
	}
	for _, e := range entities {
		if in[e.ID] != 1 {
			t.Errorf("%s is in %d communities", e.Name, in[e.ID])
		}
	}
	if len(in) != len(entities) {
		t.Errorf("%d members, %d entities", len(in), len(entities))
	}
}

// A community is named once for the same members and evidence.
func TestNamedOnce(t *testing.T) {
	store, model := storetest.Open(t), &namer{}
	b := builder(t, store, model)
	apply(t, store, graph.Change{Add: storetest.Small()})
	if _, err := b.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	first, calls := pages(t, store), model.calls.Load()
	if calls == 0 || !slices.ContainsFunc(first, func(c graph.CommunityPage) bool { return strings.HasPrefix(c.Title, "Group of ") }) {
		t.Fatalf("%d calls; %+v", calls, first)
	}
	again, err := b.Build(t.Context())
	if err != nil || again.Named != 0 || model.calls.Load() != calls {
		t.Errorf("the second build: %+v, %d more calls, %v", again, model.calls.Load()-calls, err)
	}
	if d := cmp.Diff(first, pages(t, store)); d != "" {
		t.Errorf("(-first +second)\n%s", d)
	}
}

func TestEmptyGraph(t *testing.T) {
	store := storetest.Open(t)
	if report, err := builder(t, store, nil).Build(t.Context()); err != nil || report.Communities != 0 {
		t.Errorf("%+v, %v", report, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`{"title":"a","summary":"b"}`)
	f.Fuzz(func(t *testing.T, reply string) {
		if said, err := (tree.Prompt{}).Parse(reply); err == nil && said.Title == "" {
			t.Errorf("%q gives an empty title", reply)
		}
	})
}

// ring is a document of groups of four, each linked within, and with the next one twice.
func ring(groups int) graph.Bundle {
	var pieces []storetest.Piece
	name := func(g, m int) string { return fmt.Sprintf("g%dm%d", g%groups, m) }
	for g := range groups {
		p := storetest.Piece{Text: strings.Join([]string{name(g, 0), name(g, 1), name(g, 2), name(g, 3), name(g+1, 0), name(g+1, 1)}, " ") + ". "}
		for m := range 4 {
			p.Mentions = append(p.Mentions, storetest.Named{Surface: name(g, m), Norm: name(g, m), Type: "Person"})
			for other := range m {
				p.Relations = append(p.Relations, storetest.Link{Head: name(g, m), Relation: "KNOWS", Tail: name(g, other)})
			}
		}
		for m := range 2 {
			next := name(g+1, m)
			p.Mentions = append(p.Mentions, storetest.Named{Surface: next, Norm: next, Type: "Person"})
			p.Relations = append(p.Relations, storetest.Link{Head: name(g, m), Relation: "MET", Tail: next})
		}
		pieces = append(pieces, p)
	}
	return storetest.Bundle("ring.txt", "Ring", pieces...)
}

// A larger community is described by the smaller ones in it, which are named first; only relations
// between listed members are shown.
func TestLargerFromSmaller(t *testing.T) {
	store := storetest.Open(t)
	apply(t, store, graph.Change{Add: []graph.Bundle{ring(40)}})
	model := &llmtest.Model{Reply: func(_ string, r llm.Request) (string, error) {
		members, _, _ := strings.Cut(strings.TrimPrefix(r.Messages[1].Content, "Main members: "), "\n")
		return fmt.Sprintf(`{"title": "Those of %s", "summary": "They met."}`, members), nil
	}}
	report, err := builder(t, store, model).Build(t.Context())
	if err != nil || report.Levels < 2 {
		t.Fatalf("%+v, %v", report, err)
	}
	larger := 0
	for _, r := range model.Requests() {
		text := r.Messages[1].Content
		listed, relations, _ := strings.Cut(text, "\nRelations:")
		relations, groups, found := strings.Cut(relations, "\nGroups in it:")
		if found {
			larger++
			if !strings.Contains(groups, "\n- Those of g") || !strings.Contains(groups, ": They met.") {
				t.Errorf("groups without their names:\n%s", text)
			}
		}
		for line := range strings.Lines(relations) {
			for _, word := range strings.Fields(line) {
				if strings.HasPrefix(word, "g") && !strings.Contains(listed, "- "+word+" (") {
					t.Errorf("%s of a relation is not listed:\n%s", word, text)
				}
			}
		}
	}
	if larger == 0 {
		t.Error("no larger community was named")
	}
}
