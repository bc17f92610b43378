package community

import (
	"context"
	"slices"
)

// split divides the communities that are larger than o.maxSize by the algorithm
// that found them, applied to each alone, until none is larger or one has no
// parts of its own. Modularity overlooks small communities in a large network
// (its resolution limit); seen alone they show. Every community stays connected.
func split(ctx context.Context, g *network, part []int32, o options) ([]int32, error) {
	part, count := number(part)
	next := int32(count)
	waiting := members(part, count)
	local := make([]int32, g.size())
	for len(waiting) > 0 {
		community := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if len(community) <= o.maxSize {
			continue
		}
		pieces, err := leiden(ctx, g.within(community, part, local), o.resolution)
		if err != nil {
			return nil, err
		}
		pieces, count := number(pieces)
		if count == 1 {
			continue
		}
		for i, piece := range members(pieces, count) {
			for j, v := range piece {
				piece[j] = community[v]
			}
			// The first piece keeps the name, so that names stay below the number of nodes.
			if i > 0 {
				for _, v := range piece {
					part[v] = next
				}
				next++
			}
			waiting = append(waiting, piece)
		}
	}
	return part, nil
}

// within returns the network of one community's nodes and the edges between them,
// its nodes numbered as in nodes. local is scratch for a number each node of g.
func (n *network) within(nodes, part, local []int32) *network {
	key := make([]uint64, len(nodes))
	for i, v := range nodes {
		local[v], key[i] = int32(i), n.key[v]
	}
	var edges []edge
	for _, v := range nodes {
		to, weight := n.neighbours(v)
		from, _ := slices.BinarySearch(to, v)
		for i := from; i < len(to); i++ {
			if u := to[i]; part[u] == part[v] {
				edges = append(edges, edge{local[v], local[u], int32(weight[i])})
			}
		}
	}
	return newNetwork(key, edges)
}
