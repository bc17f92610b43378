package community

import (
	"context"
	"math"
)

// micro is the unit of affinities: whole millionths.
const micro = 1_000_000

// affinity compares entities and communities as Youtu-GraphRAG does: lambda times
// the Jaccard of their multisets of incident relation types, plus 1-lambda times
// the cosine of their vectors.
type affinity struct {
	kinds  *kinds
	points *points // nil where there are no vectors
	// lambda in micro.
	lambda int64
}

// perceive returns the affinity that the options specify.
func perceive(ctx context.Context, c *canon, g Graph, o options) (*affinity, error) {
	a := &affinity{kinds: kindsOf(c), lambda: structureWeight}
	switch {
	case g.Embed == nil || o.method == Structure:
		a.lambda = micro
		return a, nil
	case o.method == Embedding:
		a.lambda = 0
	}
	v, err := embed(ctx, c, g)
	if err != nil {
		return nil, err
	}
	a.points, err = pointsOf(ctx, c, v)
	return a, err
}

// between returns the affinity of two profiles, in micro: 0..micro without vectors,
// and above -micro with them.
func (a *affinity) between(p, q profile) int64 {
	result := a.lambda * overlap(p.types, q.types)
	if p.square > 0 && q.square > 0 {
		norms := math.Sqrt(float64(p.square)) * math.Sqrt(float64(q.square))
		cosine := float64(p.times(q)) / norms
		result += (micro - a.lambda) * toMicro(cosine)
	}
	return result / micro
}

// overlap returns the Jaccard of two multisets, in micro: the Euclidean norm of the minima
// of the counts over that of the maxima, as in the paper; 0 for empty ones.
func overlap(p, q []typeCount) int64 {
	low, high := int64(0), int64(0)
	add := func(x, y int64) {
		x, y = min(x, y), max(x, y)
		low, high = low+x*x, high+y*y
	}
	for len(p) > 0 && len(q) > 0 {
		switch {
		case p[0].relation < q[0].relation:
			add(0, p[0].count)
			p = p[1:]
		case p[0].relation > q[0].relation:
			add(0, q[0].count)
			q = q[1:]
		default:
			add(p[0].count, q[0].count)
			p, q = p[1:], q[1:]
		}
	}
	for _, t := range p {
		add(0, t.count)
	}
	for _, t := range q {
		add(0, t.count)
	}
	if high == 0 {
		return 0
	}
	return toMicro(math.Sqrt(float64(low) / float64(high)))
}

func toMicro(share float64) int64 { return int64(math.Round(share * micro)) }
