package browse

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"grove/internal/graph"
	"grove/internal/lists"
)

// strength counts what ties two communities: relations that lead across, facts about
// entities of both, and chunks that name entities of both.
type strength struct{ relations, facts, chunks int32 }

func (s strength) plus(o strength) strength {
	return strength{s.relations + o.relations, s.facts + o.facts, s.chunks + o.chunks}
}

// tie joins two communities by place, or two entities by number; low <= high.
type tie struct {
	low, high int32
	strength
}

// tieCounts sums ties by their two ends.
type tieCounts map[[2]int32]strength

func (t tieCounts) add(ends [2]int32, s strength) { t[ends] = t[ends].plus(s) }

// ordered returns two ends, the smaller first.
func ordered(a, b int32) [2]int32 { return [2]int32{min(a, b), max(a, b)} }

// tiesOf returns ties ordered by strength.
func tiesOf(counts tieCounts) []tie {
	out := make([]tie, 0, len(counts))
	for places, s := range counts {
		out = append(out, tie{places[0], places[1], s})
	}
	slices.SortFunc(out, byStrength)
	return out
}

// byStrength orders ties, the strongest first: by relations, then facts, then chunks.
func byStrength(a, b tie) int {
	return cmp.Or(cmp.Compare(b.relations, a.relations), cmp.Compare(b.facts, a.facts), cmp.Compare(b.chunks, a.chunks),
		cmp.Compare(a.low, b.low), cmp.Compare(a.high, b.high))
}

// readTies reads the ties between communities. Chunks count only if relations and facts
// leave most communities isolated: they are the weakest and the most numerous ties.
func (g *communityGraph) readTies(ctx context.Context, r graph.Reader) error {
	relations, pairs := tieCounts{}, tieCounts{}
	if err := g.countRelations(ctx, r, relations); err != nil {
		return err
	}
	if err := g.countFacts(ctx, r, pairs); err != nil {
		return err
	}
	if g.setTies(relations, pairs); g.isolated() {
		if err := g.countChunks(ctx, r, pairs); err != nil {
			return err
		}
		g.setTies(relations, pairs)
	}
	g.relations = make([]int32, len(g.communities))
	for _, t := range g.ties {
		for place := t.low; place >= 0; place = g.parent[place] {
			if g.contains(place, t.high) {
				g.relations[place] += t.relations
			}
		}
	}
	return nil
}

// setTies sets the pairs, and the ties from them and from relations between communities.
func (g *communityGraph) setTies(relations, pairs tieCounts) {
	g.pairs = tiesOf(pairs)
	counts := maps.Clone(relations)
	for _, p := range g.pairs {
		counts.add(ordered(g.home[p.low], g.home[p.high]), p.strength)
	}
	g.ties = tiesOf(counts)
}

// countRelations counts the relations between communities.
func (g *communityGraph) countRelations(ctx context.Context, r graph.Reader, counts tieCounts) error {
	for t, err := range graph.Rows(ctx, r.PageRelations, graph.PageQuery{}) {
		if err != nil {
			return err
		}
		head, hasHead := g.homeOf(t.Head)
		tail, hasTail := g.homeOf(t.Tail)
		if !hasHead || !hasTail {
			g.outside++
			continue
		}
		counts.add(ordered(head, tail), strength{relations: 1})
	}
	return nil
}

// countFacts counts the facts that pairs of entities share.
func (g *communityGraph) countFacts(ctx context.Context, r graph.Reader, counts tieCounts) error {
	for fact, err := range graph.Ties(ctx, r.PageTies) {
		if err != nil {
			return err
		}
		var about []int32
		for _, id := range fact.Elements {
			if n, ok := g.number[id]; ok {
				about = append(about, n)
			}
		}
		for a, b := range graph.TiedPairs(about) {
			counts.add(ordered(a, b), strength{facts: 1})
		}
	}
	return nil
}

// countChunks counts the chunks that name pairs of entities. Each chunk pairs the entity
// that it names most with each of the others, so n names make n-1 pairs.
func (g *communityGraph) countChunks(ctx context.Context, r graph.Reader, counts tieCounts) error {
	for uses, err := range graph.ChunkNames(ctx, r.PageNames) {
		if err != nil {
			return err
		}
		g.pairNamed(uses, counts)
	}
	return nil
}

// pairNamed counts the pairs of the entities that one chunk names.
func (g *communityGraph) pairNamed(uses []graph.NameUse, counts tieCounts) {
	times, most := map[int32]int{}, int32(-1)
	for _, u := range uses {
		if n, ok := g.number[u.Element]; ok {
			times[n] += u.Count
		}
	}
	for n := range times {
		if most < 0 || times[n] > times[most] || times[n] == times[most] && n < most {
			most = n
		}
	}
	for n := range times {
		if n != most {
			counts.add(ordered(n, most), strength{chunks: 1})
		}
	}
}

// isolated reports whether most communities at the top are tied to no other.
func (g *communityGraph) isolated() bool {
	top, tied := g.topLevel(), map[int32]bool{}
	for _, t := range g.ties {
		if low, high := g.largest(t.low, top), g.largest(t.high, top); low != high {
			tied[low], tied[high] = true, true
		}
	}
	all := lists.Count(g.parent, func(p int32) bool { return p < 0 })
	return 2*len(tied) < all
}
