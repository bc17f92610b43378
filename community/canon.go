package community

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"

	"grove/internal/lists"
)

// canon is a graph in canonical form: each triple once, in order, and relation types numbered
// in the order of their names.
type canon struct {
	network   *network
	relations []string
	triples   []link
	// incident lists the triples of entity v, incident[first[v]:first[v+1]],
	// ascending. A triple from an entity to itself stands there once.
	first    []int
	incident []int32
}

// link is a triple by numbers, with its support.
type link struct {
	head, relation, tail int32
	weight               int64
}

func compareLinks(a, b link) int {
	return cmp.Or(cmp.Compare(a.head, b.head), cmp.Compare(a.relation, b.relation), cmp.Compare(a.tail, b.tail))
}

// of returns the numbers of the triples of an entity.
func (c *canon) of(v int32) []int32 { return c.incident[c.first[v]:c.first[v+1]] }

// canonical reads a graph that was checked. Supports are scaled down where they
// would overflow the gains; more than maxTotal/2 different triples are Invalid.
func canonical(g Graph) (*canon, error) {
	c := &canon{relations: relationsOf(g.Triples)}
	number := make(map[string]int32, len(c.relations))
	for i, name := range c.relations {
		number[name] = int32(i)
	}
	c.triples = make([]link, len(g.Triples))
	for i, t := range g.Triples {
		c.triples[i] = link{int32(t.Head), number[t.Relation], int32(t.Tail), int64(t.Support)}
	}
	slices.SortFunc(c.triples, compareLinks)
	c.triples = addUp(c.triples)
	if err := scaleDown(c.triples); err != nil {
		return nil, err
	}
	edges := lists.Map(c.triples, func(t link) edge { return edge{t.head, t.tail, int32(t.weight)} })
	c.network = newNetwork(keysOf(g.Names), edges)
	c.index(len(g.Names))
	return c, nil
}

// keysOf hashes names (FNV-1a).
func keysOf(names []string) []uint64 {
	key := make([]uint64, len(names))
	for i, name := range names {
		h := fnv.New64a()
		h.Write([]byte(name))
		key[i] = mix(h.Sum64())
	}
	return key
}

// mostWeight bounds a weight before it is scaled down: a sum of as many as there
// may be triples cannot overflow.
const mostWeight = 1 << 37

// addUp makes one of equal triples that stand side by side.
func addUp(triples []link) []link {
	kept := triples[:0]
	for _, t := range triples {
		t.weight = min(t.weight, mostWeight)
		if last := len(kept) - 1; last >= 0 && compareLinks(kept[last], t) == 0 {
			kept[last].weight = min(kept[last].weight+t.weight, mostWeight)
			continue
		}
		kept = append(kept, t)
	}
	return kept
}

func relationsOf(triples []Triple) []string {
	seen := map[string]bool{}
	for _, t := range triples {
		seen[t.Relation] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

// scaleDown halves the weights, rounding up, until their sum is safe.
func scaleDown(triples []link) error {
	const most = maxTotal / 2
	if len(triples) > most {
		return invalid("triples", fmt.Sprintf("%d are too many", len(triples)), fmt.Sprintf("give at most %d", most))
	}
	for {
		sum := int64(0)
		for _, t := range triples {
			sum += t.weight
		}
		if sum <= most {
			return nil
		}
		for i := range triples {
			triples[i].weight = (triples[i].weight + 1) / 2
		}
	}
}

// index fills first and incident.
func (c *canon) index(n int) {
	c.first = make([]int, n+1)
	for _, t := range c.triples {
		c.first[t.head+1]++
		if t.tail != t.head {
			c.first[t.tail+1]++
		}
	}
	for v := range n {
		c.first[v+1] += c.first[v]
	}
	c.incident = make([]int32, c.first[n])
	next := slices.Clone(c.first[:n])
	for i, t := range c.triples {
		c.incident[next[t.head]] = int32(i)
		next[t.head]++
		if t.tail != t.head {
			c.incident[next[t.tail]] = int32(i)
			next[t.tail]++
		}
	}
}
