package app

import (
	"cmp"
	"context"
	"slices"

	"grove/internal/graph"
)

// mostTied is the number of entities above which a fact ties nobody: it is a list.
const mostTied = 12

// strength is what ties two communities: relations that lead across, facts that are
// about entities of both, and chunks that name entities of both.
type strength struct{ relations, facts, chunks int32 }

func (s strength) plus(o strength) strength {
	return strength{s.relations + o.relations, s.facts + o.facts, s.chunks + o.chunks}
}

// tie is what ties two communities, named by their places; low is less than high, or
// both are one.
type tie struct {
	low, high int32
	strength
}

// pair are two entities by number, the smaller first, and how many facts or chunks
// join them. There are fewer than facts, by a small factor, or than mentions.
type pair struct{ a, b, n int32 }

// tying gathers ties by the places of communities, the smaller first.
type tying map[[2]int32]strength

func (t tying) add(a, b int32, s strength) {
	ends := [2]int32{min(a, b), max(a, b)}
	t[ends] = t[ends].plus(s)
}

// tiesOf puts ties in order: the strongest first, relations above facts above chunks.
func tiesOf(gathered tying) []tie {
	out := make([]tie, 0, len(gathered))
	for places, s := range gathered {
		out = append(out, tie{places[0], places[1], s})
	}
	slices.SortFunc(out, byStrength)
	return out
}

func byStrength(a, b tie) int {
	return cmp.Or(cmp.Compare(b.relations, a.relations), cmp.Compare(b.facts, a.facts), cmp.Compare(b.chunks, a.chunks),
		cmp.Compare(a.low, b.low), cmp.Compare(a.high, b.high))
}

// tie finds what ties communities. Chunks count only where relations and facts leave
// most communities by themselves: they say least, and there are most of them.
func (f *folded) tie(ctx context.Context, g graph.Reader) error {
	found := tying{}
	if err := f.relate(ctx, g, found); err != nil {
		return err
	}
	err := f.share(ctx, g)
	if err != nil {
		return err
	}
	for _, p := range f.sharing {
		found.add(f.home[p.a], f.home[p.b], strength{facts: p.n})
	}
	f.ties = tiesOf(found)
	if !f.loose() {
		return nil
	}
	if err := f.name(ctx, g); err != nil {
		return err
	}
	for _, p := range f.beside {
		found.add(f.home[p.a], f.home[p.b], strength{chunks: p.n})
	}
	f.ties = tiesOf(found)
	return nil
}

// relate counts the relations between communities.
func (f *folded) relate(ctx context.Context, g graph.Reader, found tying) error {
	for q := (graph.PageQuery{Limit: graph.MaxRows}); ; {
		page, err := g.PageRelations(ctx, q)
		if err != nil {
			return err
		}
		for _, t := range page {
			q.After = t.ID
			head, known := f.homeOf(t.Head)
			tail, both := f.homeOf(t.Tail)
			if !known || !both {
				f.outside++
				continue
			}
			found.add(head, tail, strength{relations: 1})
		}
		if len(page) < q.Limit {
			return nil
		}
	}
}

// share finds the entities that facts are about together.
func (f *folded) share(ctx context.Context, g graph.Reader) error {
	counts := map[[2]int32]int32{}
	for q := (graph.PageQuery{Limit: graph.MaxRows}); ; {
		page, next, err := g.PageTies(ctx, q)
		if err != nil {
			return err
		}
		for _, fact := range page {
			var about []int32
			for _, id := range fact.Elements {
				if n, known := f.number[id]; known {
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
			f.sharing = pairsOf(counts)
			return nil
		}
	}
}

// name joins, for each chunk, the entity that it names most with all others that it
// names: of n names there are n-1 pairs, not all of them, of which most say nothing.
func (f *folded) name(ctx context.Context, g graph.Reader) error {
	counts := map[[2]int32]int32{}
	for q := (graph.PageQuery{Limit: graph.MaxRows}); ; {
		page, next, err := g.PageNames(ctx, q)
		if err != nil {
			return err
		}
		for len(page) > 0 {
			end := slices.IndexFunc(page, func(u graph.NameUse) bool { return u.Chunk != page[0].Chunk })
			if end < 0 {
				end = len(page)
			}
			f.star(page[:end], counts)
			page = page[end:]
		}
		if q.After = next; next == "" {
			f.beside = pairsOf(counts)
			return nil
		}
	}
}

// star joins the entities that one chunk names.
func (f *folded) star(uses []graph.NameUse, counts map[[2]int32]int32) {
	times, middle := map[int32]int{}, int32(-1)
	for _, u := range uses {
		if n, known := f.number[u.Element]; known {
			times[n] += u.Count
		}
	}
	for n := range times {
		if middle < 0 || times[n] > times[middle] || times[n] == times[middle] && n < middle {
			middle = n
		}
	}
	for n := range times {
		if n != middle {
			counts[[2]int32{min(n, middle), max(n, middle)}]++
		}
	}
}

// pairsOf puts pairs in order: by their entities.
func pairsOf(counts map[[2]int32]int32) []pair {
	out := make([]pair, 0, len(counts))
	for ends, n := range counts {
		out = append(out, pair{ends[0], ends[1], n})
	}
	slices.SortFunc(out, func(x, y pair) int { return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b)) })
	return out
}

// loose tells whether most communities at the top are tied to no other.
func (f *folded) loose() bool {
	top, tied := f.top(), map[int32]bool{}
	for _, t := range f.ties {
		if low, high := f.largest(t.low, top), f.largest(t.high, top); low != high {
			tied[low], tied[high] = true, true
		}
	}
	all := 0
	for _, p := range f.parent {
		if p < 0 {
			all++
		}
	}
	return 2*len(tied) < all
}
