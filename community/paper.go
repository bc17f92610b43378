package community

import "context"

// dualPerception returns the communities of Youtu-GraphRAG: K-means over the
// entities' vectors, then fusion. Up to two entities are one cluster.
func dualPerception(ctx context.Context, a *affinity) ([]int32, error) {
	part := make([]int32, a.points.size())
	if len(part) > 2 {
		var err error
		if part, err = kmeans(ctx, a.points, clusters(len(part))); err != nil {
			return nil, err
		}
	}
	part, count := number(part)
	return fuse(ctx, a, part, count, micro-epsilon)
}
