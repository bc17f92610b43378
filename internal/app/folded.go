package app

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"grove/internal/fault"
	"grove/internal/graph"
)

// folded is a workspace's graph with its communities folded: what remains of the
// relations is how many lead from one community to another. It is made in one pass
// over communities, relations and facts, and holds them in numbers; see pair for what
// grows with the text. It is not changed once it is made, but for the levels, which
// are drawn when they are first asked for.
type folded struct {
	// communities are by level, size and id, the largest first; at has their places.
	communities []graph.Community
	at          map[graph.ID]int32
	// parent is the place of the next larger one, -1 at the top; children those of
	// the communities directly below.
	parent   []int32
	children [][]int32
	// entities are by id; number has their places, and home the place of the community
	// of level 0 that holds each.
	entities []graph.ID
	number   map[graph.ID]int32
	home     []int32
	// sharing are the entities that facts are about together, beside those that chunks
	// name together.
	sharing, beside []pair
	// ties are those between communities of level 0, and within one.
	ties []tie
	// outside is how many relations have an end in no community.
	outside int

	mu     sync.Mutex
	levels map[int]*level
}

// foldGraph reads communities and what ties them.
func foldGraph(ctx context.Context, g graph.Reader) (*folded, error) {
	f := &folded{at: map[graph.ID]int32{}, number: map[graph.ID]int32{}, levels: map[int]*level{}}
	members := map[graph.ID]graph.ID{}
	for q := (graph.PageQuery{Limit: graph.DefaultLimit}); ; {
		page, err := g.PageCommunities(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, c := range page {
			q.After = c.ID
			c.Summary = ""
			f.communities = append(f.communities, c.Community)
			for _, m := range c.Members {
				members[m] = c.ID
			}
		}
		if len(page) < q.Limit {
			break
		}
	}
	f.arrange(members)
	return f, f.tie(ctx, g)
}

// arrange puts the communities in order, and finds who is below whom.
func (f *folded) arrange(members map[graph.ID]graph.ID) {
	slices.SortFunc(f.communities, func(a, b graph.Community) int {
		return cmp.Or(b.Level-a.Level, b.Size-a.Size, cmp.Compare(a.ID, b.ID))
	})
	for i, c := range f.communities {
		f.at[c.ID] = int32(i)
	}
	f.parent, f.children = make([]int32, len(f.communities)), make([][]int32, len(f.communities))
	for i, c := range f.communities {
		p, there := f.at[c.Parent]
		if !there {
			p = -1
		} else {
			f.children[p] = append(f.children[p], int32(i))
		}
		f.parent[i] = p
	}
	f.entities = slices.Sorted(maps.Keys(members))
	f.home = make([]int32, len(f.entities))
	for i, entity := range f.entities {
		f.number[entity], f.home[i] = int32(i), f.at[members[entity]]
	}
}

// homeOf is the place of the community of level 0 that holds an entity.
func (f *folded) homeOf(entity graph.ID) (place int32, known bool) {
	n, known := f.number[entity]
	if !known {
		return 0, false
	}
	return f.home[n], true
}

// level is the graph with each entity in its largest community up to a level.
type level struct {
	// nodes are the places of the communities in it, by size and id.
	nodes []int32
	// within counts the relations inside each community, ties those between two.
	within map[int32]int32
	ties   []tie
}

// level draws a level, or gives it where it was drawn before.
func (f *folded) level(n int) *level {
	f.mu.Lock()
	defer f.mu.Unlock()
	n = min(n, f.top())
	if l, drawn := f.levels[n]; drawn {
		return l
	}
	l := &level{within: map[int32]int32{}}
	for i := range f.communities {
		if f.largest(int32(i), n) == int32(i) {
			l.nodes = append(l.nodes, int32(i))
		}
	}
	slices.SortFunc(l.nodes, f.bySize)
	counts := tying{}
	for _, t := range f.ties {
		low, high := f.largest(t.low, n), f.largest(t.high, n)
		if low == high {
			l.within[low] += t.relations
			continue
		}
		counts.add(low, high, t.strength)
	}
	l.ties = tiesOf(counts)
	f.levels[n] = l
	return l
}

// fitting is the smallest level of at most limit nodes, or most where there is none.
func (f *folded) fitting(most, limit int) int {
	for n := range min(most, f.top()) {
		if len(f.level(n).nodes) <= limit {
			return n
		}
	}
	return most
}

// top is the largest level.
func (f *folded) top() int {
	if len(f.communities) == 0 {
		return 0
	}
	return f.communities[0].Level
}

// largest is the largest community up to a level that holds one, or the one itself
// where it is of a larger level: then nothing is drawn as that.
func (f *folded) largest(place int32, level int) int32 {
	if f.communities[place].Level > level {
		return -1
	}
	for p := f.parent[place]; p >= 0 && f.communities[p].Level <= level; p = f.parent[place] {
		place = p
	}
	return place
}

// holds tells whether a community holds another, or is it.
func (f *folded) holds(large, small int32) bool {
	for ; small >= 0; small = f.parent[small] {
		if small == large {
			return true
		}
	}
	return false
}

// besides is the largest community up to a level that holds one and not another.
func (f *folded) besides(place, other int32, level int) int32 {
	for p := f.parent[place]; p >= 0 && f.communities[p].Level <= level && !f.holds(p, other); p = f.parent[place] {
		place = p
	}
	return place
}

// below is the community directly below a large one that holds a small one.
func (f *folded) below(large, small int32) int32 {
	for f.parent[small] != large {
		small = f.parent[small]
	}
	return small
}

func (f *folded) bySize(a, b int32) int {
	return cmp.Or(f.communities[b].Size-f.communities[a].Size, cmp.Compare(f.communities[a].ID, f.communities[b].ID))
}

// folding keeps the folded graph of a workspace until the graph has changed.
type folding struct {
	// turn is full while somebody uses the rest; a wait for it ends with a context.
	turn   chan struct{}
	number int64
	last   *folded
}

func newFolding() *folding { return &folding{turn: make(chan struct{}, 1)} }

// of gives the folded graph as it is now. Of several who ask, one reads it, and
// reads it to the end even where nobody waits for it any more: whoever asks next
// has it. The others may leave before.
func (k *folding) of(ctx context.Context, g graph.Reader) (*folded, error) {
	select {
	case k.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, fault.Wrap(ctx.Err(), "app.folding", "")
	}
	defer func() { <-k.turn }()
	number, err := g.ChangeNumber(ctx)
	if err != nil || k.last != nil && k.number == number {
		return k.last, err
	}
	f, err := foldGraph(context.WithoutCancel(ctx), g)
	if err != nil {
		return nil, err
	}
	k.number, k.last = number, f
	return f, nil
}
