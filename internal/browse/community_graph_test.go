package browse

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
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

// TestCommunityGraph compares every level with what counting relation by relation gives.
func TestCommunityGraph(t *testing.T) {
	for seed := range uint64(20) {
		n := newNetwork(rand.New(rand.NewPCG(seed, 1)), 400, 1500)
		g, err := readCommunityGraph(t.Context(), n)
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
			got, gotBetween := g.level(level), map[[2]graph.ID]int{}
			for _, tie := range got.ties {
				e := g.edge(tie)
				gotBetween[[2]graph.ID{e.Source, e.Target}] = e.Weight
			}
			gotNodes, entities := map[graph.ID]bool{}, 0
			for _, place := range got.nodes {
				c := g.communities[place]
				gotNodes[c.ID], entities = true, entities+c.Size
				if int(g.relations[place]) != within[c.ID] {
					t.Errorf("within %s: %d, want %d", c.ID, g.relations[place], within[c.ID])
				}
			}
			if !maps.Equal(gotNodes, nodes) || !maps.Equal(gotBetween, between) || g.outside != outside || entities != 400 {
				t.Fatalf("seed %d, level %d: %d nodes of %d, %d edges of %d, %d outside of %d, %d entities", seed, level, len(gotNodes), len(nodes), len(gotBetween), len(between), g.outside, outside, entities)
			}
		}
	}
}

// TestOverviewCache: the graph is read once a change.
func TestOverviewCache(t *testing.T) {
	n, k := newNetwork(rand.New(rand.NewPCG(1, 1)), 100, 100), graph.NewDerived[*communityGraph]()
	compute := func(ctx context.Context) (*communityGraph, error) { return readCommunityGraph(ctx, n) }
	read := func() *communityGraph {
		g, err := k.Get(t.Context(), n, compute)
		if err != nil {
			t.Fatal(err)
		}
		return g
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

// TestOverviewCacheWaits: whoever waits may leave, and a reader who leaves has read
// for those who stay.
func TestOverviewCacheWaits(t *testing.T) {
	n, k := newNetwork(rand.New(rand.NewPCG(1, 1)), 100, 100), graph.NewDerived[*communityGraph]()
	compute := func(ctx context.Context) (*communityGraph, error) { return readCommunityGraph(ctx, n) }
	started, goOn := make(chan struct{}), make(chan struct{})
	n.beforeRead = func(ctx context.Context) error {
		close(started)
		<-goOn
		return ctx.Err()
	}
	first, leave := context.WithCancel(t.Context())
	read := make(chan *communityGraph, 1)
	go func() {
		g, err := k.Get(first, n, compute)
		if err != nil {
			t.Error(err)
		}
		read <- g
	}()
	<-started
	leave()
	if _, err := k.Get(first, n, compute); !fault.Is(err, fault.Canceled) {
		t.Errorf("whoever left: %v, want Canceled", err)
	}
	close(goOn)
	g := <-read
	if again, err := k.Get(t.Context(), n, compute); err != nil || again != g || n.reads != 1 {
		t.Errorf("read %d times: %v", n.reads, err)
	}
}

// TestCommunityGraphEmpty: a graph without communities has levels without nodes.
func TestCommunityGraphEmpty(t *testing.T) {
	g, err := readCommunityGraph(t.Context(), &network{triples: []graph.Triple{{ID: "t1", Head: "k1", Tail: "k2"}}})
	if err != nil || len(g.level(3).nodes) != 0 || g.outside != 1 {
		t.Errorf("%+v, %v", g, err)
	}
}

// TestStrongest: where few ties may be drawn, the strongest of each node are, and
// none to what is not shown.
func TestStrongest(t *testing.T) {
	related := func(low, high, n int32) tie { return tie{low, high, strength{relations: n}} }
	ties := []tie{related(0, 9, 9), related(0, 1, 8), related(0, 2, 7), related(1, 2, 6), related(2, 3, 5)}
	shown := map[int32]bool{0: true, 1: true, 2: true, 3: true}
	if got, want := strongest(ties, shown, 3), []tie{ties[1], ties[2], ties[4]}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := strongest(ties, shown, 9); !slices.Equal(got, ties[1:]) {
		t.Errorf("all that are shown: %v", got)
	}
}

// TestFitting: the smallest level that fits is drawn, and the largest where none does.
func TestFitting(t *testing.T) {
	g, err := readCommunityGraph(t.Context(), newNetwork(rand.New(rand.NewPCG(4, 1)), 4000, 0))
	if err != nil {
		t.Fatal(err)
	}
	sizes := [3]int{len(g.level(0).nodes), len(g.level(1).nodes), len(g.level(2).nodes)}
	for _, c := range []struct{ most, limit, want int }{{9, sizes[0], 0}, {9, sizes[0] - 1, 1}, {9, sizes[1] - 1, 2}, {9, 1, 9}, {0, 1, 0}, {1, sizes[1] - 1, 1}} {
		if got := g.fitting(c.most, c.limit); g.level(got) != g.level(c.want) {
			t.Errorf("%v: %+v: level %d", sizes, c, got)
		}
	}
}

// TestMaximalExcluding: what is outside a community is the largest that does not hold it.
func TestMaximalExcluding(t *testing.T) {
	n := newNetwork(rand.New(rand.NewPCG(2, 1)), 400, 0)
	g, err := readCommunityGraph(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	for place := range int32(len(g.communities)) {
		for other := range int32(len(g.communities)) {
			if g.communities[place].Level > 0 || g.contains(other, place) || g.contains(place, other) {
				continue
			}
			got := g.maximalExcluding(place, other, 9)
			if !g.contains(got, place) || g.contains(got, other) {
				t.Fatalf("%d without %d: %d", place, other, got)
			}
			if p := g.parent[got]; p >= 0 && !g.contains(p, other) {
				t.Fatalf("%d without %d: %d, where %d is larger", place, other, got, p)
			}
		}
	}
}

func BenchmarkCommunityGraph(b *testing.B) {
	n := newNetwork(rand.New(rand.NewPCG(1, 1)), 100_000, 300_000)
	b.ReportAllocs()
	for b.Loop() {
		g, err := readCommunityGraph(b.Context(), n)
		if err != nil {
			b.Fatal(err)
		}
		g.level(0)
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

// TestExpand: an expanded community shows every relation inside it, and counts every
// one that leads out, as far as it leads into a community.
func TestExpand(t *testing.T) {
	n := newNetwork(rand.New(rand.NewPCG(3, 1)), 400, 1500)
	g, err := readCommunityGraph(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	s := New(nil, "w", nil)
	for place, c := range g.communities {
		out := Expansion{Community: g.node(int32(place))}
		q := ExpansionQuery{Community: c.ID, Limit: 1000, Level: 9}
		if c.Level == 0 {
			err = s.expandSmall(t.Context(), g, n, int32(place), q, &out)
		} else {
			err = s.expandLarge(g, int32(place), q, &out)
		}
		if err != nil {
			t.Fatal(err)
		}
		across, within := 0, len(out.Edges)
		for _, a := range out.Across {
			across += a.Weight
			if to := g.at[a.To]; g.contains(to, int32(place)) || g.contains(int32(place), to) {
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
			head, known := g.homeOf(r.Head)
			tail, both := g.homeOf(r.Tail)
			if known && both && g.contains(int32(place), head) != g.contains(int32(place), tail) {
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
	for i := range 12 {
		throng = append(throng, graph.ID(fmt.Sprintf("k7%02d", i)))
	}
	crowded.Elements = append(crowded.Elements, throng...)
	n := &network{
		communities: []graph.CommunityState{community("ma", "k1", "k2"), community("mb", "k3"), community("mc", "k4"), community("md", "k5"), community("me", "k6"), community("mf", throng...)},
		facts:       []graph.FactElements{{Fact: "f1", Elements: []graph.ID{"k1", "k2", "k3", "k9"}}, crowded},
		names: []graph.NameUse{use("c1", "k1", 1), use("c1", "k4", 3), use("c1", "k9", 9), use("c2", "k4", 1), use("c2", "k4", 1), use("c2", "k5", 1),
			use("c2", "k6", 1), use("c3", "k6", 2)},
	}
	g, err := readCommunityGraph(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	edge := func(a, b graph.ID, weight, facts, chunks int) CommunityEdge {
		return CommunityEdge{Source: a, Target: b, Tie: Tie{Weight: weight, Facts: facts, Chunks: chunks}}
	}
	edges := func() (out []CommunityEdge) {
		for _, tie := range g.level(9).ties {
			out = append(out, g.edge(tie))
		}
		return out
	}
	want := []CommunityEdge{edge("ma", "mb", 0, 2, 0), edge("ma", "mc", 0, 0, 1), edge("mc", "md", 0, 0, 1), edge("mc", "me", 0, 0, 1)}
	if got := edges(); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	s := New(nil, "w", nil)
	out := Expansion{Community: g.node(g.at["ma"])}
	if err := s.expandSmall(t.Context(), g, n, g.at["ma"], ExpansionQuery{Community: "ma", Limit: 10, Level: 9}, &out); err != nil {
		t.Fatal(err)
	}
	across := []CrossTie{{From: "k1", To: "mb", Tie: Tie{Facts: 1}}, {From: "k2", To: "mb", Tie: Tie{Facts: 1}}, {From: "k1", To: "mc", Tie: Tie{Chunks: 1}}}
	if !slices.Equal(out.Across, across) || !slices.Equal(out.Edges, []Edge{{Head: "k1", Relation: sharesFacts, Tail: "k2", Support: 1}}) || out.Cut {
		t.Errorf("%+v", out)
	}
	n.triples = []graph.Triple{{ID: "t1", Head: "k1", Tail: "k4"}, {ID: "t2", Head: "k5", Tail: "k6"}}
	n.named = 0
	if g, err = readCommunityGraph(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	want = []CommunityEdge{edge("ma", "mc", 1, 0, 0), edge("md", "me", 1, 0, 0), edge("ma", "mb", 0, 2, 0)}
	if got := edges(); !slices.Equal(got, want) || n.named != 0 {
		t.Errorf("%v, want %v; chunks read %d times", got, want, n.named)
	}
}
