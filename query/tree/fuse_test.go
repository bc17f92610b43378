package tree

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"grove/internal/graph"
)

func TestFuse(t *testing.T) {
	x := func(id string, chunks ...graph.ID) item {
		return item{id: graph.ID(id), text: id, of: factItem, chunks: chunks}
	}
	got := byKind().fuse([][]list{
		{{weight: 1, items: []item{x("a", "c1"), x("b", "c2")}}, {weight: 1, items: []item{x("b", "c2"), x("d")}}},
		{{weight: 1, items: []item{x("z", "c9")}}, {weight: 1, chunks: []graph.ID{"c3", "c9"}}},
	}, 20)
	if want := []string{"b", "z", "a", "d"}; !slices.Equal(textsOf(got.items), want) {
		t.Errorf("items %q, want %q", textsOf(got.items), want)
	}
	if want := []graph.ID{"c2", "c9", "c1", "c3"}; !slices.Equal(got.chunks, want) {
		t.Errorf("chunks %q, want %q", got.chunks, want)
	}
}

// Whatever the lists: no more than 20, nothing twice, nothing made up, and the
// order of the routes plays no part.
func TestFuseProperties(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 300 {
		var queries, turned [][]list
		for range 1 + r.Intn(3) {
			var lists []list
			for range r.Intn(5) {
				l := list{weight: 1 + float64(r.Intn(2))/4}
				for _, n := range r.Perm(40)[:r.Intn(40)] {
					l.items = append(l.items, item{id: graph.ID(fmt.Sprint("i", n)), of: factItem, chunks: []graph.ID{graph.ID(fmt.Sprint("c", n%9))}})
				}
				lists = append(lists, l)
			}
			queries = append(queries, lists)
			back := slices.Clone(lists)
			slices.Reverse(back)
			turned = append(turned, back)
		}
		got, again := byKind().fuse(queries, 20), byKind().fuse(turned, 20)
		var all []graph.ID
		for i, x := range got.items {
			all = append(all, x.id)
			if x.id == "" || again.items[i].id != x.id {
				t.Fatal("the order of the routes shows")
			}
		}
		if !slices.Equal(got.chunks, again.chunks) || len(all) > 20 || len(got.chunks) > 20 {
			t.Fatalf("%d items, %d chunks", len(all), len(got.chunks))
		}
		slices.Sort(all)
		if len(slices.Compact(all)) != len(got.items) {
			t.Fatal("an item stands twice")
		}
	}
}

// TestOutcome: what a search found in the graph is told; where it found other things, nothing suggests that they do not answer.
func TestOutcome(t *testing.T) {
	exact := item{id: "t", text: "Iron Harbour DIRECTED_BY Walter Lind", of: tripleItem, exact: true}
	other := item{id: "f", text: "a fact", of: factItem}
	const elsewhere = "not in the graph in this form; the evidence may state it"
	for name, c := range map[string]struct {
		kind  kind
		lists []list
		want  string
	}{
		"a triple":                  {tripleKind, []list{{items: []item{other, exact}}, {items: []item{exact}}}, "the graph has " + exact.text},
		"a fact in place of it":     {tripleKind, []list{{items: []item{other}}, {}}, elsewhere},
		"passages in place of it":   {nodeKind, []list{{}, {chunks: []graph.ID{"c"}}}, elsewhere},
		"a topic":                   {communityKind, []list{{items: []item{other}}}, ""},
		"nothing":                   {tripleKind, []list{{}, {}}, "nothing found"},
		"nothing, asked in general": {plainKind, nil, "nothing found"},
	} {
		if got := (subQuery{kind: c.kind}).outcome(c.lists); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	m := memory{asked: []subQuery{{kind: communityKind, head: "films"}}, outcomes: []string{""}}
	if got := m.lines()[0]; got != "asked "+m.asked[0].show() {
		t.Errorf("a sub-query without an outcome is shown as %q", got)
	}
}
