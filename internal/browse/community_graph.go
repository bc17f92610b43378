package browse

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"grove/internal/graph"
)

// communityGraph is the graph of a workspace's communities, with the number of relations
// that join two of them. It is built in one pass over communities, relations and facts,
// and is immutable but for the levels, which are computed on first use.
//
// A place is the index of a community, a number the index of an entity.
type communityGraph struct {
	// communities are ordered by level, size and id, the largest first; at has their
	// places.
	communities []graph.Community
	at          map[graph.ID]int32
	// parent is the place of the next larger one, -1 at the top; children those of
	// the communities directly below.
	parent   []int32
	children [][]int32
	// entities are ordered by id; number has their numbers, and home the place of the
	// community of level 0 that contains each.
	entities []graph.ID
	number   map[graph.ID]int32
	home     []int32
	// sole has the entity of each community of level 0 with one entity, by number.
	sole map[int32]int32
	// pairs join entities, by number, that share facts or are named by the same chunks.
	pairs []tie
	// ties join communities of level 0, or one with itself; relations counts, by place,
	// the relations with both ends in a community.
	ties      []tie
	relations []int32
	// outside is the number of relations with an end in no community.
	outside int

	mu     sync.Mutex
	levels map[int]*level
}

// readCommunityGraph reads the communities and the ties between them.
func readCommunityGraph(ctx context.Context, r graph.Reader) (*communityGraph, error) {
	g := &communityGraph{at: map[graph.ID]int32{}, number: map[graph.ID]int32{}, sole: map[int32]int32{}, levels: map[int]*level{}}
	members := map[graph.ID]graph.ID{}
	for c, err := range graph.Rows(ctx, r.PageCommunities, graph.PageQuery{Limit: graph.DefaultLimit}) {
		if err != nil {
			return nil, err
		}
		c.Summary = ""
		g.communities = append(g.communities, c.Community)
		for _, m := range c.Members {
			members[m] = c.ID
		}
	}
	g.arrange(members)
	return g, g.readTies(ctx, r)
}

// arrange orders the communities and links them; members has the community of level 0
// of each entity.
func (g *communityGraph) arrange(members map[graph.ID]graph.ID) {
	slices.SortFunc(g.communities, func(a, b graph.Community) int {
		return cmp.Or(b.Level-a.Level, b.Size-a.Size, cmp.Compare(a.ID, b.ID))
	})
	for i, c := range g.communities {
		g.at[c.ID] = int32(i)
	}
	g.parent, g.children = make([]int32, len(g.communities)), make([][]int32, len(g.communities))
	for i, c := range g.communities {
		g.parent[i] = -1
		if p, ok := g.at[c.Parent]; ok {
			g.parent[i], g.children[p] = p, append(g.children[p], int32(i))
		}
	}
	g.entities = slices.Sorted(maps.Keys(members))
	g.home = make([]int32, len(g.entities))
	for i, entity := range g.entities {
		g.number[entity], g.home[i] = int32(i), g.at[members[entity]]
		if g.communities[g.home[i]].Size == 1 {
			g.sole[g.home[i]] = int32(i)
		}
	}
}

// soleOf returns the entity of a community of one, and whether it is one.
func (g *communityGraph) soleOf(place int32) (id graph.ID, ok bool) {
	if g.communities[place].Size != 1 {
		return "", false
	}
	for len(g.children[place]) > 0 {
		place = g.children[place][0]
	}
	number, ok := g.sole[place]
	if !ok {
		return "", false
	}
	return g.entities[number], true
}

// homeOf returns the place of the community of level 0 that contains an entity, and
// whether there is one.
func (g *communityGraph) homeOf(entity graph.ID) (place int32, ok bool) {
	n, ok := g.number[entity]
	if !ok {
		return 0, false
	}
	return g.home[n], true
}

// level is the graph with each entity in its largest community up to a level.
type level struct {
	// nodes are the places of its communities, by size and id; ties join two of them.
	nodes []int32
	ties  []tie
}

// level returns a level, computed on first use.
func (g *communityGraph) level(n int) *level {
	g.mu.Lock()
	defer g.mu.Unlock()
	n = min(n, g.topLevel())
	if l, ok := g.levels[n]; ok {
		return l
	}
	l := &level{}
	for i := range g.communities {
		if g.largest(int32(i), n) == int32(i) {
			l.nodes = append(l.nodes, int32(i))
		}
	}
	slices.SortFunc(l.nodes, g.bySize)
	counts := tieCounts{}
	for _, t := range g.ties {
		if low, high := g.largest(t.low, n), g.largest(t.high, n); low != high {
			counts.add(ordered(low, high), t.strength)
		}
	}
	l.ties = tiesOf(counts)
	g.levels[n] = l
	return l
}

// fitting returns the smallest level below most that has at most limit nodes, or most if
// there is none.
func (g *communityGraph) fitting(most, limit int) int {
	for n := range min(most, g.topLevel()) {
		if len(g.level(n).nodes) <= limit {
			return n
		}
	}
	return most
}

// topLevel returns the largest level.
func (g *communityGraph) topLevel() int {
	if len(g.communities) == 0 {
		return 0
	}
	return g.communities[0].Level
}

// largest returns the place of the largest community up to a level that contains the
// one at a place, or -1 if that one is of a larger level itself.
func (g *communityGraph) largest(place int32, level int) int32 {
	if g.communities[place].Level > level {
		return -1
	}
	for p := g.parent[place]; p >= 0 && g.communities[p].Level <= level; p = g.parent[place] {
		place = p
	}
	return place
}

// contains reports whether a community contains another, or is the same.
func (g *communityGraph) contains(large, small int32) bool {
	for ; small >= 0; small = g.parent[small] {
		if small == large {
			return true
		}
	}
	return false
}

// maximalExcluding returns the place of the largest community up to a level that
// contains the one at a place and not another.
func (g *communityGraph) maximalExcluding(place, other int32, level int) int32 {
	for p := g.parent[place]; p >= 0 && g.communities[p].Level <= level && !g.contains(p, other); p = g.parent[place] {
		place = p
	}
	return place
}

// childContaining returns the place of the child of large that contains small.
func (g *communityGraph) childContaining(large, small int32) int32 {
	for g.parent[small] != large {
		small = g.parent[small]
	}
	return small
}

// bySize orders places by the size of their communities, the largest first, then by id.
func (g *communityGraph) bySize(a, b int32) int {
	return cmp.Or(g.communities[b].Size-g.communities[a].Size, cmp.Compare(g.communities[a].ID, g.communities[b].ID))
}
