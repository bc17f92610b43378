package metric

import "math"

// Edge is a weighted, undirected edge between two nodes, numbered from 0.
type Edge struct {
	A, B   int
	Weight float64
}

// Partition are measures of a partition of a graph's nodes into communities.
type Partition struct {
	// Modularity is Newman's Q, -0.5 to 1. Coverage is the share of weight inside communities.
	Modularity float64 `json:"modularity"`
	Coverage   float64 `json:"coverage"`
	// Conductance is the mean over communities of the weight that leaves it, divided by the smaller
	// of its own and the others' sum of degrees (Shi and Malik 2000); 0 is best.
	Conductance float64 `json:"conductance"`
	Communities int     `json:"communities"`
	Nodes       int     `json:"nodes"`
	Edges       int     `json:"edges"`
}

// MeasurePartition measures the partition in which node i has the community of[i], numbered from 0
// without gaps.
func MeasurePartition(of []int, edges []Edge) Partition {
	p := Partition{Nodes: len(of), Edges: len(edges)}
	inside, cut, degree := map[int]float64{}, map[int]float64{}, map[int]float64{}
	for _, c := range of {
		degree[c] += 0
	}
	p.Communities = len(degree)
	total := 0.0
	for _, e := range edges {
		a, b := of[e.A], of[e.B]
		total += e.Weight
		degree[a] += e.Weight
		degree[b] += e.Weight
		if a == b {
			inside[a] += e.Weight
		} else {
			cut[a] += e.Weight
			cut[b] += e.Weight
		}
	}
	if total == 0 {
		return p
	}
	for c := range p.Communities { // in order, so that sums are the same each time
		p.Coverage += inside[c] / total
		p.Modularity += inside[c]/total - math.Pow(degree[c]/(2*total), 2)
		if smaller := min(degree[c], 2*total-degree[c]); smaller > 0 {
			p.Conductance += cut[c] / smaller
		}
	}
	p.Conductance /= float64(p.Communities)
	return p
}
