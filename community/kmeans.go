package community

import "context"

// Values of K-means in Youtu-GraphRAG: starts, and the bounds of the number of
// clusters. The bound of rounds and the tolerance are scikit-learn's, which it uses.
const (
	kmeansStarts    = 5
	minClusters     = 2
	maxClusters     = 200
	kmeansRounds    = 300
	toleranceDivide = 10_000
)

// clusters returns the number of clusters of n entities: n/10 between 2 and 200, and
// at most n/2.
func clusters(n int) int {
	return max(1, min(max(minClusters, n/10), n/2, maxClusters))
}

// kmeans divides the points into at most k clusters: the best of several starts,
// by the sum of squared distances to the centres.
func kmeans(ctx context.Context, p *points, k int) ([]int32, error) {
	var best []int32
	bestInertia := int64(0)
	r := random(seed)
	for start := range kmeansStarts {
		run := &lloyd{points: p, part: make([]int32, p.size()), away: make([]int64, p.size())}
		if err := run.spread(ctx, k, &r); err != nil {
			return nil, err
		}
		inertia, err := run.settle(ctx)
		if err != nil {
			return nil, err
		}
		if start == 0 || inertia < bestInertia {
			best, bestInertia = run.part, inertia
		}
	}
	return best, nil
}

// lloyd is one start of K-means.
type lloyd struct {
	*points
	centres [][]float32
	square  []int64 // of each centre
	moved   []int32 // centres that are not where they were at the last assign
	part    []int32
	away    []int64 // squared distance of each point to the nearest centre
}

// spread draws k centres, each with a chance that grows with the squared distance
// to those before (k-means++). Where fewer points differ there are fewer centres.
func (l *lloyd) spread(ctx context.Context, k int, r *random) error {
	next := int(r.below(uint64(l.size())))
	for i := range l.away {
		l.away[i] = 1 << 62
	}
	for {
		centre := make([]float32, l.width)
		l.rows[next].read(centre)
		l.centres = append(l.centres, centre)
		l.square = append(l.square, dot(centre, centre))
		l.moved = append(l.moved[:0], int32(len(l.centres)-1))
		if len(l.centres) == k {
			return nil
		}
		if err := l.assign(ctx); err != nil {
			return err
		}
		total := uint64(0)
		for _, d := range l.away {
			total += uint64(d)
		}
		if total == 0 {
			return nil
		}
		for left := r.below(total); ; next++ {
			next %= l.size()
			if d := uint64(l.away[next]); left >= d {
				left -= d
				continue
			}
			break
		}
	}
}

// assign puts each point to the nearest centre, ties to the first. Where a
// point's own centre did not move away, the centres that stand still are no
// nearer than they were, and only the moved ones are looked at.
func (l *lloyd) assign(ctx context.Context) error {
	all := singletons(len(l.centres))
	return parallel(ctx, l.size(), 512, func() func(from, end int) {
		point := make([]float32, l.width)
		return func(from, end int) {
			for i := from; i < end; i++ {
				l.rows[i].read(point)
				candidates := l.moved
				own := l.part[i]
				now := l.distance(i, point, own)
				if now > l.away[i] {
					candidates = all
				}
				for _, c := range candidates {
					if d := l.distance(i, point, c); d < now || d == now && c < own {
						own, now = c, d
					}
				}
				l.part[i], l.away[i] = own, now
			}
		}
	})
}

// distance returns the squared distance of point i to centre c, exactly.
func (l *lloyd) distance(i int, point []float32, c int32) int64 {
	return l.points.square[i] + l.square[c] - 2*dot(point, l.centres[c])
}

// settle moves centres and points in turn until the centres stand still, within
// the tolerance, and gives the sum of squared distances.
func (l *lloyd) settle(ctx context.Context) (int64, error) {
	tolerance := l.tolerance()
	for range kmeansRounds {
		if err := l.assign(ctx); err != nil {
			return 0, err
		}
		if l.recentre() <= tolerance {
			break
		}
	}
	inertia := int64(0)
	for _, d := range l.away {
		inertia += d
	}
	return inertia, nil
}

// tolerance returns the mean variance of a dimension over toleranceDivide.
func (l *lloyd) tolerance() int64 {
	sum, squares := make([]int64, l.width), int64(0)
	for i := range l.size() {
		l.rows[i].addTo(sum)
		squares += l.points.square[i]
	}
	n := int64(l.size())
	variance := squares / n
	for _, x := range sum {
		variance -= (x / n) * (x / n)
	}
	return variance / int64(l.width) / toleranceDivide
}

// recentre moves each centre to the mean of its points and gives the sum of the
// squares of how far they moved. A centre without points stays.
func (l *lloyd) recentre() int64 {
	sums := make([]int64, len(l.centres)*l.width)
	count := make([]int64, len(l.centres))
	for i, c := range l.part {
		l.rows[i].addTo(sums[int(c)*l.width:][:l.width])
		count[c]++
	}
	way := int64(0)
	l.moved = l.moved[:0]
	for c, centre := range l.centres {
		if count[c] == 0 {
			continue
		}
		before := way
		for j, x := range sums[c*l.width:][:l.width] {
			to := x / count[c]
			step := to - int64(centre[j])
			way += step * step
			centre[j] = float32(to)
		}
		if way > before {
			l.moved = append(l.moved, int32(c))
		}
		l.square[c] = dot(centre, centre)
	}
	return way
}
