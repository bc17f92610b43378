package community

import "math"

// modularity returns Newman's modularity, at resolution 1, to six decimals: the share of the
// weight inside communities, less what it would be at random.
func modularity(g *network, part []int32) float64 {
	if g.total == 0 {
		return 0
	}
	inside, degree := tally(g, part)
	expected := 0.0
	for _, d := range degree {
		share := float64(d) / float64(g.total)
		expected += float64(share * share)
	}
	return math.Round((float64(inside)/float64(g.total)-expected)*1e6) / 1e6
}

// tally returns the weight inside communities, counted twice, and each one's degree.
func tally(g *network, part []int32) (inside int64, degree []int64) {
	degree = make([]int64, g.size())
	inside = g.total
	for v := range int32(g.size()) {
		degree[part[v]] += g.degree[v]
		to, weight := g.neighbours(v)
		for i, u := range to {
			if part[u] != part[v] {
				inside -= weight[i]
			}
		}
	}
	return inside, degree
}

// quality returns the modularity of the partition in whole numbers: times total, scale
// and the unit of resolution.
func quality(g *network, part []int32, resolution int64) int64 {
	inside, degree := tally(g, part)
	squares := int64(0)
	for _, d := range degree {
		squares += d * d
	}
	return g.scale*resolutionUnit*inside - resolution*squares
}
