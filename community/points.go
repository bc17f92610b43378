package community

import (
	"context"
	"math/bits"

	"github.com/viterin/vek/vek32"
)

// points are the vectors of all entities, of norm at most maxNorm.
type points struct {
	width  int
	rows   []sparse
	square []int64 // of each row with itself
}

func (p *points) size() int { return len(p.square) }

// pointsOf computes the vectors of all entities: of each the mean, over its
// triples, of the vectors of head, relation and tail side by side
// (Youtu-GraphRAG), cut off to whole numbers. An entity without triples stands in
// both places itself.
func pointsOf(ctx context.Context, c *canon, v *vectors) (*points, error) {
	width, n := 3*v.dim, c.network.size()
	p := &points{width: width, rows: make([]sparse, n), square: make([]int64, n)}
	err := parallel(ctx, n, 512, func() func(from, end int) {
		mean := &adder{sum: make([]int64, width), touched: make([]uint64, (width+63)/64)}
		var found sparseRows
		return func(from, end int) {
			for e := from; e < end; e++ {
				mean.flush(v.addTriples(mean, c, int32(e)), &found)
			}
			found.appendTo(p.rows[from:from])
			for e := from; e < end; e++ {
				p.square[e] = p.rows[e].square()
			}
		}
	})
	return p, err
}

// addTriples adds the vectors of an entity's triples and gives their number.
func (v *vectors) addTriples(mean *adder, c *canon, e int32) int64 {
	triples, d := c.of(e), v.dim
	if len(triples) == 0 {
		mean.add(v.names[e], 0)
		mean.add(v.names[e], 2*d)
		return 1
	}
	for _, t := range triples {
		link := c.triples[t]
		mean.add(v.names[link.head], 0)
		mean.add(v.relations[link.relation], d)
		mean.add(v.names[link.tail], 2*d)
	}
	return int64(len(triples))
}

// adder adds up sparse vectors.
type adder struct {
	sum []int64
	// touched has a bit for each place that something was added at.
	touched []uint64
}

// add adds a vector whose first place is that of the offset.
func (a *adder) add(s sparse, offset int) {
	for _, c := range s {
		place := offset + int(c.at)
		a.sum[place] += int64(c.value)
		a.touched[place/64] |= 1 << (place % 64)
	}
}

// flush puts a row of the sum over count, cut off to whole numbers, and begins anew.
func (a *adder) flush(count int64, rows *sparseRows) {
	for i, word := range a.touched {
		for ; word != 0; word &= word - 1 {
			place := 64*i + bits.TrailingZeros64(word)
			if x := a.sum[place] / count; x != 0 {
				rows.add(place, int16(x))
			}
			a.sum[place] = 0
		}
		a.touched[i] = 0
	}
	rows.end()
}

// dot returns the product of two quantised vectors, exactly.
func dot(a, b []float32) int64 { return int64(vek32.Dot(a, b)) }
