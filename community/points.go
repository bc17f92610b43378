package community

import (
	"context"

	"github.com/viterin/vek/vek32"
)

// points are the vectors of all entities, in rows of whole numbers of norm at
// most maxNorm.
type points struct {
	width  int
	rows   []int16
	square []int64 // of each row with itself
}

func (p *points) size() int { return len(p.square) }

func (p *points) row(i int) []int16 { return p.rows[i*p.width:][:p.width] }

// read writes a row as floats.
func (p *points) read(i int, out []float32) {
	for j, x := range p.row(i) {
		out[j] = float32(x)
	}
}

// pointsOf computes the vectors of all entities: of each the mean, over its
// triples, of the vectors of head, relation and tail side by side
// (Youtu-GraphRAG), cut off to whole numbers. An entity without triples stands in
// both places itself.
func pointsOf(ctx context.Context, c *canon, v *vectors) (*points, error) {
	width, n := 3*v.dim, c.network.size()
	p := &points{width: width, rows: make([]int16, n*width), square: make([]int64, n)}
	err := parallel(ctx, n, 512, func() func(from, end int) {
		sum, row := make([]int64, width), make([]float32, width)
		return func(from, end int) {
			for e := from; e < end; e++ {
				clear(sum)
				count := v.addTriples(sum, c, int32(e))
				out := p.row(e)
				for j, x := range sum {
					out[j] = int16(x / count)
				}
				p.read(e, row)
				p.square[e] = dot(row, row)
			}
		}
	})
	return p, err
}

// addTriples adds the vectors of an entity's triples and gives their number.
func (v *vectors) addTriples(sum []int64, c *canon, e int32) int64 {
	triples, d := c.of(e), v.dim
	if len(triples) == 0 {
		addTo(sum[:d], v.name(e))
		addTo(sum[2*d:], v.name(e))
		return 1
	}
	for _, t := range triples {
		link := c.triples[t]
		addTo(sum[:d], v.name(link.head))
		addTo(sum[d:2*d], v.relation(link.relation))
		addTo(sum[2*d:], v.name(link.tail))
	}
	return int64(len(triples))
}

func addTo(sum []int64, vector []int16) {
	for i, x := range vector {
		sum[i] += int64(x)
	}
}

// dot is the product of two quantised vectors, exactly.
func dot(a, b []float32) int64 { return int64(vek32.Dot(a, b)) }
