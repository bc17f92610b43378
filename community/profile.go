package community

import (
	"math"
	"slices"

	"grove/internal/lists"
)

// profile is the features by which entities and communities are compared.
type profile struct {
	types []typeCount // by type
	// The vector is quantised, its norm at most maxNorm: that of an entity is row,
	// that of a community whole; square is its product with itself, 0 where there is
	// no vector.
	row    sparse
	whole  []int32
	square int64
}

// times returns the product of the vectors of two entities, or of an entity and a
// community.
func (p profile) times(q profile) int64 {
	switch {
	case q.whole != nil:
		return p.row.times(q.whole)
	case p.whole != nil:
		return q.row.times(p.whole)
	}
	return p.row.timesSparse(q.row)
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
	// last is the room of the last profile of a community.
	last profile
}

func (a *affinity) perceiver() *perceiver {
	p := &perceiver{affinity: a, counter: newCounter(a.kinds.relations)}
	if a.points != nil {
		p.sum, p.last.whole = make([]int64, a.points.width), make([]int32, a.points.width)
	}
	return p
}

// entity returns the profile of an entity.
func (p *perceiver) entity(e int32) profile {
	one := profile{types: p.kinds.of(e)}
	if p.points != nil {
		one.row, one.square = p.points.rows[e], p.points.square[e]
	}
	return one
}

// community returns the profile of a community, until the next call: all types of
// its members, and the sum of their vectors.
func (p *perceiver) community(members []int32) profile {
	for _, e := range members {
		for _, t := range p.kinds.of(e) {
			p.counter.add(t.relation, t.count)
		}
	}
	p.last.types = p.counter.appendTo(p.last.types[:0])
	if p.points != nil {
		clear(p.sum)
		for _, e := range members {
			p.points.rows[e].addTo(p.sum)
		}
		p.last.square = shrink(p.sum, squareOf(p.sum, len(members)), p.last.whole)
	}
	return p.last
}

// fewMembers is a number of vectors, of norm at most maxNorm each, whose sum has a
// square below 2^53: a float64 holds it, and every sum on the way to it, exactly.
const fewMembers = 1 << 14

// squareOf returns the product with itself of a sum of so many vectors. Of few it is
// added up in whole numbers, which is faster and comes to the same.
func squareOf(sum []int64, members int) float64 {
	if members <= fewMembers {
		square := int64(0)
		for _, x := range sum {
			square += x * x
		}
		return float64(square)
	}
	return lists.Sum(sum, func(x int64) float64 { return float64(float64(x) * float64(x)) })
}

// shrink writes sum, of the square given, scaled to maxNorm and cut off to whole
// numbers, and gives their product with themselves.
func shrink(sum []int64, square float64, out []int32) int64 {
	scale := 0.0
	if square > 0 {
		scale = maxNorm / math.Sqrt(square)
	}
	own := int64(0)
	for i, x := range sum {
		y := int64(float64(x) * scale)
		out[i] = int32(y)
		own += y * y
	}
	return own
}
