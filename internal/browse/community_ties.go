package browse

import (
	"cmp"
	"context"
	"slices"

	"grove/internal/graph"
)

// mostTied is the most entities of a fact that ties them; a fact about more is a list.
const mostTied = 12

// strength counts what ties two communities: relations that lead across, facts about
// entities of both, and chunks that name entities of both.
type strength struct{ relations, facts, chunks int32 }

func (s strength) plus(o strength) strength {
	return strength{s.relations + o.relations, s.facts + o.facts, s.chunks + o.chunks}
}

// tie joins two communities, by their places; low is less than high, or both are one.
type tie struct {
	low, high int32
	strength
}

// pair is two entities by number, the smaller first, and the number of facts or chunks
// that join them. There are fewer pairs than facts, by a small factor, or than mentions.
type pair struct{ a, b, n int32 }

// tieCounts sums ties by the places of communities, the smaller first.
type tieCounts map[[2]int32]strength

func (t tieCounts) add(a, b int32, s strength) {
	ends := [2]int32{min(a, b), max(a, b)}
	t[ends] = t[ends].plus(s)
}

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

// readTies reads what ties communities. Chunks count only where relations and facts
// leave most communities isolated: they say least, and there are most of them.
func (g *communityGraph) readTies(ctx context.Context, r graph.Reader) error {
	counts := tieCounts{}
	if err := g.countRelations(ctx, r, counts); err != nil {
		return err
	}
	err := g.readSharing(ctx, r)
	if err != nil {
		return err
	}
	for _, p := range g.sharing {
		counts.add(g.home[p.a], g.home[p.b], strength{facts: p.n})
	}
	g.ties = tiesOf(counts)
	if !g.isolated() {
		return nil
	}
	if err := g.readNaming(ctx, r); err != nil {
		return err
	}
	for _, p := range g.naming {
		counts.add(g.home[p.a], g.home[p.b], strength{chunks: p.n})
	}
	g.ties = tiesOf(counts)
	return nil
}

// countRelations counts the relations between communities.
func (g *communityGraph) countRelations(ctx context.Context, r graph.Reader, counts tieCounts) error {
	for q := (graph.PageQuery{Limit: graph.MaxRows}); ; {
		page, err := r.PageRelations(ctx, q)
		if err != nil {
			return err
		}
		for _, t := range page {
			q.After = t.ID
			head, hasHead := g.homeOf(t.Head)
			tail, hasTail := g.homeOf(t.Tail)
			if !hasHead || !hasTail {
				g.outside++
				continue
			}
			counts.add(head, tail, strength{relations: 1})
		}
		if len(page) < q.Limit {
			return nil
		}
	}
}

// readSharing reads the pairs of entities with common facts.
func (g *communityGraph) readSharing(ctx context.Context, r graph.Reader) error {
	counts := map[[2]int32]int32{}
	for q := (graph.PageQuery{Limit: graph.MaxRows}); ; {
		page, next, err := r.PageTies(ctx, q)
		if err != nil {
			return err
		}
		for _, fact := range page {
			var about []int32
			for _, id := range fact.Elements {
				if n, ok := g.number[id]; ok {
					about = append(about, n)
				}
			}
			if len(about) > mostTied {
				continue
			}
			for i, a := range about {
				for _, b := range about[i+1:] {
					counts[[2]int32{a, b}]++ // ids are sorted, and so are numbers
				}
			}
		}
		if q.After = next; next == "" {
			g.sharing = pairsOf(counts)
			return nil
		}
	}
}

// readNaming pairs, for each chunk, the entity that it names most with all others that
// it names: of n names there are n-1 pairs rather than all, most of which mean nothing.
func (g *communityGraph) readNaming(ctx context.Context, r graph.Reader) error {
	counts := map[[2]int32]int32{}
	for q := (graph.PageQuery{Limit: graph.MaxRows}); ; {
		page, next, err := r.PageNames(ctx, q)
		if err != nil {
			return err
		}
		for len(page) > 0 {
			end := slices.IndexFunc(page, func(u graph.NameUse) bool { return u.Chunk != page[0].Chunk })
			if end < 0 {
				end = len(page)
			}
			g.pairNamed(page[:end], counts)
			page = page[end:]
		}
		if q.After = next; next == "" {
			g.naming = pairsOf(counts)
			return nil
		}
	}
}

// pairNamed counts the pairs of the entities that one chunk names.
func (g *communityGraph) pairNamed(uses []graph.NameUse, counts map[[2]int32]int32) {
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
			counts[[2]int32{min(n, most), max(n, most)}]++
		}
	}
}

// pairsOf returns pairs ordered by their entities.
func pairsOf(counts map[[2]int32]int32) []pair {
	out := make([]pair, 0, len(counts))
	for ends, n := range counts {
		out = append(out, pair{ends[0], ends[1], n})
	}
	slices.SortFunc(out, func(x, y pair) int { return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b)) })
	return out
}

// isolated reports whether most communities at the top are tied to no other.
func (g *communityGraph) isolated() bool {
	top, tied := g.topLevel(), map[int32]bool{}
	for _, t := range g.ties {
		if low, high := g.largest(t.low, top), g.largest(t.high, top); low != high {
			tied[low], tied[high] = true, true
		}
	}
	all := 0
	for _, p := range g.parent {
		if p < 0 {
			all++
		}
	}
	return 2*len(tied) < all
}
