package app

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/web"
)

// network is a graph of which only communities and relations can be read.
type network struct {
	graph.Reader
	communities []graph.CommunityState
	triples     []graph.Triple
	facts       []graph.FactElements
	names       []graph.NameUse
	named       int
	number      int64
	reads       int
	// beforeRead runs before each reading of the communities; nil is nothing.
	beforeRead func(context.Context) error
}

func (n *network) ChangeNumber(context.Context) (int64, error) { return n.number, nil }

func (n *network) PageCommunities(ctx context.Context, q graph.PageQuery) ([]graph.CommunityPage, error) {
	n.reads++
	if n.beforeRead != nil {
		if err := n.beforeRead(ctx); err != nil {
			return nil, err
		}
	}
	return pageOf(n.communities, q, func(c graph.CommunityState) graph.ID { return c.ID }), nil
}

func (n *network) PageRelations(_ context.Context, q graph.PageQuery) ([]graph.Triple, error) {
	return pageOf(n.triples, q, func(t graph.Triple) graph.ID { return t.ID }), nil
}

func (n *network) PageTies(context.Context, graph.PageQuery) ([]graph.FactElements, graph.ID, error) {
	return n.facts, "", nil
}

func (n *network) PageNames(context.Context, graph.PageQuery) ([]graph.NameUse, graph.ID, error) {
	n.named++
	return n.names, "", nil
}

func pageOf[E any](all []E, q graph.PageQuery, id func(E) graph.ID) []E {
	from, _ := slices.BinarySearchFunc(all, q.After, func(e E, after graph.ID) int {
		if id(e) <= after {
			return -1
		}
		return 1
	})
	return all[from:min(len(all), from+graph.Limit(q.Limit))]
}

// newNetwork makes entities in communities of three levels, of which some small
// ones have no parent, and relations between any two, some of them of entities in
// no community.
func newNetwork(random *rand.Rand, entities, relations int) *network {
	n := &network{number: 1}
	small, middle := max(entities/20, 2), max(entities/200, 2)
	at := func(level, i int) graph.ID { return graph.ID(fmt.Sprintf("m%d%08d", level, i)) }
	sizes := map[graph.ID]int{}
	members := make([][]graph.ID, small)
	for i := range entities {
		c := random.IntN(small)
		members[c] = append(members[c], graph.ID(fmt.Sprintf("k%08d", i)))
	}
	parents := map[graph.ID]graph.ID{}
	for i := range small {
		if i%7 != 0 {
			parents[at(0, i)] = at(1, i%middle)
		}
	}
	for i := range middle {
		parents[at(1, i)] = at(2, i%2)
	}
	for i, list := range members {
		for c := at(0, i); c != ""; c = parents[c] {
			sizes[c] += len(list)
		}
	}
	for level, count := range []int{small, middle, 2} {
		for i := range count {
			c := graph.CommunityState{Community: graph.Community{ID: at(level, i), Level: level, Parent: parents[at(level, i)], Title: "t", Size: sizes[at(level, i)]}}
			if level == 0 {
				c.Members = members[i]
			}
			n.communities = append(n.communities, c)
		}
	}
	for i := range relations {
		end := func() graph.ID { return graph.ID(fmt.Sprintf("k%08d", random.IntN(entities+entities/100))) }
		n.triples = append(n.triples, graph.Triple{ID: graph.ID(fmt.Sprintf("t%08d", i)), Head: end(), Tail: end(), Relation: "R"})
	}
	return n
}

// TestFolded compares every level with what counting relation by relation gives.
func TestFolded(t *testing.T) {
	for seed := range uint64(20) {
		n := newNetwork(rand.New(rand.NewPCG(seed, 1)), 400, 1500)
		f, err := foldGraph(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		states, home := map[graph.ID]graph.CommunityState{}, map[graph.ID]graph.ID{}
		for _, c := range n.communities {
			states[c.ID] = c
			for _, m := range c.Members {
				home[m] = c.ID
			}
		}
		for level := range 4 {
			up := func(c graph.ID) graph.ID {
				for p := states[c].Parent; p != "" && states[p].Level <= level; p = states[p].Parent {
					c = p
				}
				return c
			}
			nodes, within, between, outside := map[graph.ID]bool{}, map[graph.ID]int{}, map[[2]graph.ID]int{}, 0
			for _, c := range n.communities {
				if c.Level == 0 {
					nodes[up(c.ID)] = true
				}
			}
			for _, r := range n.triples {
				a, b := home[r.Head], home[r.Tail]
				switch {
				case a == "" || b == "":
					outside++
				case up(a) == up(b):
					within[up(a)]++
				default:
					between[[2]graph.ID{min(up(a), up(b)), max(up(a), up(b))}]++
				}
			}
			got, gotBetween := f.level(level), map[[2]graph.ID]int{}
			for _, tie := range got.ties {
				e := f.edge(tie)
				gotBetween[[2]graph.ID{e.Source, e.Target}] = e.Weight
			}
			gotNodes, entities := map[graph.ID]bool{}, 0
			for _, place := range got.nodes {
				c := f.communities[place]
				gotNodes[c.ID], entities = true, entities+c.Size
				if int(got.within[place]) != within[c.ID] {
					t.Errorf("within %s: %d, want %d", c.ID, got.within[place], within[c.ID])
				}
			}
			if !maps.Equal(gotNodes, nodes) || !maps.Equal(gotBetween, between) || f.outside != outside || entities != 400 {
				t.Fatalf("seed %d, level %d: %d nodes of %d, %d edges of %d, %d outside of %d, %d entities", seed, level, len(gotNodes), len(nodes), len(gotBetween), len(between), f.outside, outside, entities)
			}
		}
	}
}

// TestFolding: the graph is read once a change.
func TestFolding(t *testing.T) {
	n, k := newNetwork(rand.New(rand.NewPCG(1, 1)), 100, 100), newFolding()
	read := func() *folded {
		f, err := k.of(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	first := read()
	if read() != first || n.reads != 1 {
		t.Errorf("read %d times", n.reads)
	}
	n.number++
	if read() == first {
		t.Error("a change does not show")
	}
}

// TestFoldingIsWaitedFor: whoever waits may leave, and a reader who leaves has read
// for those who stay.
func TestFoldingIsWaitedFor(t *testing.T) {
	n, k := newNetwork(rand.New(rand.NewPCG(1, 1)), 100, 100), newFolding()
	started, goOn := make(chan struct{}), make(chan struct{})
	n.beforeRead = func(ctx context.Context) error {
		close(started)
		<-goOn
		return ctx.Err()
	}
	first, leave := context.WithCancel(t.Context())
	read := make(chan *folded, 1)
	go func() {
		f, err := k.of(first, n)
		if err != nil {
			t.Error(err)
		}
		read <- f
	}()
	<-started
	leave()
	if _, err := k.of(first, n); !fault.Is(err, fault.Canceled) {
		t.Errorf("whoever left: %v, want Canceled", err)
	}
	close(goOn)
	f := <-read
	if again, err := k.of(t.Context(), n); err != nil || again != f || n.reads != 1 {
		t.Errorf("read %d times: %v", n.reads, err)
	}
}

// TestFoldedEmpty: a graph without communities has levels without nodes.
func TestFoldedEmpty(t *testing.T) {
	f, err := foldGraph(t.Context(), &network{triples: []graph.Triple{{ID: "t1", Head: "k1", Tail: "k2"}}})
	if err != nil || len(f.level(3).nodes) != 0 || f.outside != 1 {
		t.Errorf("%+v, %v", f, err)
	}
}

// TestOutstanding: where few ties may be drawn, the strongest of each node are, and
// none to what is not shown.
func TestOutstanding(t *testing.T) {
	related := func(low, high, n int32) tie { return tie{low, high, strength{relations: n}} }
	ties := []tie{related(0, 9, 9), related(0, 1, 8), related(0, 2, 7), related(1, 2, 6), related(2, 3, 5)}
	shown := map[int32]bool{0: true, 1: true, 2: true, 3: true}
	if got, want := outstanding(ties, shown, 3), []tie{ties[1], ties[2], ties[4]}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := outstanding(ties, shown, 9); !slices.Equal(got, ties[1:]) {
		t.Errorf("all that are shown: %v", got)
	}
}

// TestFitting: the smallest level that fits is drawn, and the largest where none does.
func TestFitting(t *testing.T) {
	f, err := foldGraph(t.Context(), newNetwork(rand.New(rand.NewPCG(4, 1)), 4000, 0))
	if err != nil {
		t.Fatal(err)
	}
	sizes := [3]int{len(f.level(0).nodes), len(f.level(1).nodes), len(f.level(2).nodes)}
	for _, c := range []struct{ most, limit, want int }{{9, sizes[0], 0}, {9, sizes[0] - 1, 1}, {9, sizes[1] - 1, 2}, {9, 1, 9}, {0, 1, 0}, {1, sizes[1] - 1, 1}} {
		if got := f.fitting(c.most, c.limit); f.level(got) != f.level(c.want) {
			t.Errorf("%v: %+v: level %d", sizes, c, got)
		}
	}
}

// TestBesides: what is outside a community is the largest that does not hold it.
func TestBesides(t *testing.T) {
	n := newNetwork(rand.New(rand.NewPCG(2, 1)), 400, 0)
	f, err := foldGraph(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	for place := range int32(len(f.communities)) {
		for other := range int32(len(f.communities)) {
			if f.communities[place].Level > 0 || f.holds(other, place) || f.holds(place, other) {
				continue
			}
			got := f.besides(place, other, 9)
			if !f.holds(got, place) || f.holds(got, other) {
				t.Fatalf("%d besides %d: %d", place, other, got)
			}
			if p := f.parent[got]; p >= 0 && !f.holds(p, other) {
				t.Fatalf("%d besides %d: %d, where %d is larger", place, other, got, p)
			}
		}
	}
}

func BenchmarkFold(b *testing.B) {
	n := newNetwork(rand.New(rand.NewPCG(1, 1)), 100_000, 300_000)
	b.ReportAllocs()
	for b.Loop() {
		f, err := foldGraph(b.Context(), n)
		if err != nil {
			b.Fatal(err)
		}
		f.level(0)
	}
}

func (n *network) Members(_ context.Context, q graph.MembersQuery) ([]graph.KeyElement, error) {
	var out []graph.KeyElement
	for _, c := range n.communities {
		for _, m := range c.Members {
			if c.ID == q.Community && m > q.After && len(out) < q.Limit {
				out = append(out, graph.KeyElement{ID: m, Name: string(m)})
			}
		}
	}
	return out, nil
}

func (n *network) Relations(_ context.Context, q graph.RelationsQuery) ([]graph.RelationRow, error) {
	var out []graph.RelationRow
	for _, e := range q.Elements {
		for _, t := range n.triples {
			if t.Head == e || t.Tail == e {
				out = append(out, graph.RelationRow{Element: e, Triple: t})
			}
		}
	}
	return out, nil
}

// TestUnfold: unfolded, a community shows every relation inside it, and counts every
// one that leads out, as far as it leads into a community.
func TestUnfold(t *testing.T) {
	n := newNetwork(rand.New(rand.NewPCG(3, 1)), 400, 1500)
	f, err := foldGraph(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	s := served{App: &App{}}
	s.config.Workspace = "w"
	for place, c := range f.communities {
		out := web.Unfolded{Community: f.node(int32(place), f.within(int32(place)))}
		q := web.Unfold{Community: c.ID, Limit: 1000, Level: 9}
		if c.Level == 0 {
			err = s.unfoldSmall(t.Context(), f, n, int32(place), q, &out)
		} else {
			err = s.unfoldLarge(f, int32(place), q, &out)
		}
		if err != nil {
			t.Fatal(err)
		}
		across, within := 0, len(out.Edges)
		for _, a := range out.Across {
			across += a.Weight
			if to := f.at[a.To]; f.holds(to, int32(place)) || f.holds(int32(place), to) {
				t.Errorf("%s leads to %s", c.ID, a.To)
			}
		}
		for _, child := range out.Children {
			within += child.Relations
		}
		for _, e := range out.Between {
			within += e.Weight
		}
		want := 0
		for _, r := range n.triples {
			head, known := f.homeOf(r.Head)
			tail, both := f.homeOf(r.Tail)
			if known && both && f.holds(int32(place), head) != f.holds(int32(place), tail) {
				want++
			}
		}
		if across != want || within != out.Community.Relations || out.Cut {
			t.Errorf("%s: %d lead out, want %d; %d within, want %d; cut %v", c.ID, across, want, within, out.Community.Relations, out.Cut)
		}
	}
}

// TestTies: where relations join nothing, facts do, and chunks that name several; where
// there are relations enough, chunks are not even read.
func TestTies(t *testing.T) {
	community := func(id graph.ID, members ...graph.ID) graph.CommunityState {
		return graph.CommunityState{Community: graph.Community{ID: id, Size: len(members)}, Members: members}
	}
	use := func(chunk, element graph.ID, times int) graph.NameUse {
		return graph.NameUse{Chunk: chunk, Element: element, Count: times}
	}
	// A fact about thirteen is a list.
	crowded, throng := graph.FactElements{Fact: "f2", Elements: []graph.ID{"k4"}}, []graph.ID{}
	for i := range mostTied {
		throng = append(throng, graph.ID(fmt.Sprintf("k7%02d", i)))
	}
	crowded.Elements = append(crowded.Elements, throng...)
	n := &network{
		communities: []graph.CommunityState{community("ma", "k1", "k2"), community("mb", "k3"), community("mc", "k4"), community("md", "k5"), community("me", "k6"), community("mf", throng...)},
		facts:       []graph.FactElements{{Fact: "f1", Elements: []graph.ID{"k1", "k2", "k3", "k9"}}, crowded},
		names: []graph.NameUse{use("c1", "k1", 1), use("c1", "k4", 3), use("c1", "k9", 9), use("c2", "k4", 1), use("c2", "k4", 1), use("c2", "k5", 1),
			use("c2", "k6", 1), use("c3", "k6", 2)},
	}
	f, err := foldGraph(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	edge := func(a, b graph.ID, weight, facts, chunks int) web.CommunityEdge {
		return web.CommunityEdge{Source: a, Target: b, Tie: web.Tie{Weight: weight, Facts: facts, Chunks: chunks}}
	}
	edges := func() (out []web.CommunityEdge) {
		for _, tie := range f.level(9).ties {
			out = append(out, f.edge(tie))
		}
		return out
	}
	want := []web.CommunityEdge{edge("ma", "mb", 0, 2, 0), edge("ma", "mc", 0, 0, 1), edge("mc", "md", 0, 0, 1), edge("mc", "me", 0, 0, 1)}
	if got := edges(); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	s := served{App: &App{}}
	s.config.Workspace = "w"
	out := web.Unfolded{Community: f.node(f.at["ma"], 0)}
	if err := s.unfoldSmall(t.Context(), f, n, f.at["ma"], web.Unfold{Community: "ma", Limit: 10, Level: 9}, &out); err != nil {
		t.Fatal(err)
	}
	across := []web.Across{{From: "k1", To: "mb", Tie: web.Tie{Facts: 1}}, {From: "k2", To: "mb", Tie: web.Tie{Facts: 1}}, {From: "k1", To: "mc", Tie: web.Tie{Chunks: 1}}}
	if !slices.Equal(out.Across, across) || !slices.Equal(out.Edges, []web.Edge{{Head: "k1", Relation: sharesFacts, Tail: "k2", Support: 1}}) || out.Cut {
		t.Errorf("%+v", out)
	}
	n.triples = []graph.Triple{{ID: "t1", Head: "k1", Tail: "k4"}, {ID: "t2", Head: "k5", Tail: "k6"}}
	n.named = 0
	if f, err = foldGraph(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	want = []web.CommunityEdge{edge("ma", "mc", 1, 0, 0), edge("md", "me", 1, 0, 0), edge("ma", "mb", 0, 2, 0)}
	if got := edges(); !slices.Equal(got, want) || n.named != 0 {
		t.Errorf("%v, want %v; chunks read %d times", got, want, n.named)
	}
}
