package community

import (
	"math"
	"slices"
)

// profile is what an entity or a community is compared by.
type profile struct {
	types []typeCount // by type
	// vector is quantised, its norm at most maxNorm; square is its product with
	// itself, 0 where there is no vector.
	vector []float32
	square int64
}

// typeCount is how often a relation type is incident.
type typeCount struct {
	relation int32
	count    int64
}

// kinds are the multisets of incident relation types of all entities: that of e
// is types[first[e]:first[e+1]].
type kinds struct {
	relations int
	first     []int
	types     []typeCount
}

func kindsOf(c *canon) *kinds {
	n := c.network.size()
	k := &kinds{relations: len(c.relations), first: make([]int, n+1)}
	counter := newCounter(k.relations)
	for e := range n {
		for _, t := range c.of(int32(e)) {
			counter.add(c.triples[t].relation, 1)
		}
		k.types = counter.appendTo(k.types)
		k.first[e+1] = len(k.types)
	}
	return k
}

func (k *kinds) of(e int32) []typeCount {
	return k.types[k.first[e]:k.first[e+1]:k.first[e+1]]
}

// counter counts relation types.
type counter struct {
	counts []int64
	seen   []int32 // types whose count is not 0
}

func newCounter(relations int) *counter { return &counter{counts: make([]int64, relations)} }

func (c *counter) add(relation int32, times int64) {
	if c.counts[relation] == 0 {
		c.seen = append(c.seen, relation)
	}
	c.counts[relation] += times
}

// appendTo appends what was counted, by type, and begins anew.
func (c *counter) appendTo(types []typeCount) []typeCount {
	slices.Sort(c.seen)
	for _, relation := range c.seen {
		types = append(types, typeCount{relation, c.counts[relation]})
		c.counts[relation] = 0
	}
	c.seen = c.seen[:0]
	return types
}

// perceiver builds profiles, for one goroutine.
type perceiver struct {
	*affinity
	counter *counter
	sum     []int64
	// own and whole are the room of the last profile of an entity and of a community.
	own   []float32
	whole profile
}

func (a *affinity) perceiver() *perceiver {
	p := &perceiver{affinity: a, counter: newCounter(a.kinds.relations)}
	if a.points != nil {
		width := a.points.width
		p.sum, p.own, p.whole.vector = make([]int64, width), make([]float32, width), make([]float32, width)
	}
	return p
}

// entity gives the profile of an entity, until the next call.
func (p *perceiver) entity(e int32) profile {
	one := profile{types: p.kinds.of(e)}
	if p.points != nil {
		p.points.rows[e].read(p.own)
		one.vector, one.square = p.own, p.points.square[e]
	}
	return one
}

// community gives the profile of a community, until the next call: all types of
// its members, and the sum of their vectors.
func (p *perceiver) community(members []int32) profile {
	for _, e := range members {
		for _, t := range p.kinds.of(e) {
			p.counter.add(t.relation, t.count)
		}
	}
	p.whole.types = p.counter.appendTo(p.whole.types[:0])
	if p.points != nil {
		clear(p.sum)
		for _, e := range members {
			p.points.rows[e].addTo(p.sum)
		}
		shrink(p.sum, p.whole.vector)
		p.whole.square = dot(p.whole.vector, p.whole.vector)
	}
	return p.whole
}

// shrink writes sum scaled to maxNorm and cut off to whole numbers.
func shrink(sum []int64, out []float32) {
	square := 0.0
	for _, x := range sum {
		square += float64(float64(x) * float64(x))
	}
	scale := 0.0
	if square > 0 {
		scale = maxNorm / math.Sqrt(square)
	}
	for i, x := range sum {
		out[i] = float32(int64(float64(x) * scale))
	}
}
