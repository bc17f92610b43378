package community

import (
	"cmp"
	"slices"
)

// Bounds of the sum of all degrees and of scale. With resolutions of up to 2^10
// units a gain, the difference of degree x degree x resolution and scale x weight
// x unit, stays inside an int64.
const (
	maxTotal = 1 << 26
	maxScale = 1 << 30
)

// network is an undirected graph with integer weights, as a compressed adjacency:
// the neighbours of node v are to[start[v]:start[v+1]], ascending, without v itself.
type network struct {
	start  []int
	to     []int32
	weight []int64
	// degree of a node is the sum of its edges' weights, a loop counted twice.
	degree []int64
	// total is the sum of all degrees: twice the weight of the network.
	total int64
	// scale stands for total in modularity: the smaller it is, the smaller are the communities.
	scale int64
	// key of a node is a hash of the entity it stands for, or of the first of several.
	key []uint64
	// order has the nodes by key: an order without meaning in which to visit them,
	// that hardly changes when entities come and go.
	order []int32
}

// edge is one undirected edge; a > b is allowed, a == b is a loop. maxTotal bounds its weight.
type edge struct{ a, b, weight int32 }

func (n *network) size() int { return len(n.degree) }

// neighbours returns the neighbours of v and the weights of the edges to them.
func (n *network) neighbours(v int32) ([]int32, []int64) {
	from, end := n.start[v], n.start[v+1]
	return n.to[from:end], n.weight[from:end]
}

// newNetwork builds the network of nodes with the keys given. Parallel edges add
// up. It keeps nothing of edges, whose order does not matter.
func newNetwork(key []uint64, edges []edge) *network {
	n := len(key)
	g := &network{start: make([]int, n+1), degree: make([]int64, n), key: key, order: byKey(key)}
	for _, e := range edges {
		g.degree[e.a] += int64(e.weight)
		g.degree[e.b] += int64(e.weight)
		g.total += 2 * int64(e.weight)
		if e.a != e.b {
			g.start[e.a+1]++
			g.start[e.b+1]++
		}
	}
	for v := range n {
		g.start[v+1] += g.start[v]
	}
	g.scale = g.total
	g.pack(g.halves(edges))
	return g
}

// byKey returns the numbers of the keys in the order of the keys, equal ones as they stand.
func byKey(key []uint64) []int32 {
	order := singletons(len(key))
	slices.SortFunc(order, func(v, u int32) int { return cmp.Or(cmp.Compare(key[v], key[u]), cmp.Compare(v, u)) })
	return order
}

// halfEdge is an edge seen from one end.
type halfEdge struct{ to, weight int32 }

// halves lists both ends' views of the edges but loops, by node and then by
// neighbour. It sorts by counting: what is put in by ascending neighbour comes to
// stand in that order at each node.
func (n *network) halves(edges []edge) []halfEdge {
	half := make([]halfEdge, n.start[n.size()])
	next := slices.Clone(n.start[:n.size()])
	put := func(at, to, weight int32, half []halfEdge) {
		half[next[at]] = halfEdge{to, weight}
		next[at]++
	}
	for _, e := range edges {
		if e.a != e.b {
			put(e.a, e.b, e.weight, half)
			put(e.b, e.a, e.weight, half)
		}
	}
	sorted := make([]halfEdge, len(half))
	copy(next, n.start)
	for v := range n.size() {
		for _, h := range half[n.start[v]:n.start[v+1]] {
			put(h.to, int32(v), h.weight, sorted)
		}
	}
	return sorted
}

// pack adds up the parallel ones of sorted half edges and closes the gaps.
func (n *network) pack(half []halfEdge) {
	n.to = make([]int32, 0, len(half))
	n.weight = make([]int64, 0, len(half))
	begin := 0
	for v := range n.size() {
		own := half[begin:n.start[v+1]]
		begin = n.start[v+1]
		first := len(n.to)
		for _, h := range own {
			if last := len(n.to) - 1; last >= first && n.to[last] == h.to {
				n.weight[last] += int64(h.weight)
				continue
			}
			n.to = append(n.to, h.to)
			n.weight = append(n.weight, int64(h.weight))
		}
		n.start[v] = first
	}
	n.start[n.size()] = len(n.to)
}

// contract returns the network whose nodes are the parts of a partition into count parts.
func (n *network) contract(part []int32, count int) *network {
	edges := make([]edge, 0, len(n.to)/2+count)
	inner := make([]int64, count)
	for v := range int32(n.size()) {
		to, weight := n.neighbours(v)
		outer := int64(0)
		for i, u := range to {
			outer += weight[i]
			if part[v] == part[u] && v < u {
				inner[part[v]] += weight[i]
			} else if part[v] != part[u] && v < u {
				edges = append(edges, edge{part[v], part[u], int32(weight[i])})
			}
		}
		inner[part[v]] += (n.degree[v] - outer) / 2
	}
	for p, weight := range inner {
		if weight > 0 {
			edges = append(edges, edge{int32(p), int32(p), int32(weight)})
		}
	}
	key := make([]uint64, count)
	for v := n.size() - 1; v >= 0; v-- {
		key[part[v]] = n.key[v]
	}
	small := newNetwork(key, edges)
	small.scale = n.scale
	return small
}

// scaleTo returns what total is in a network of so many nodes of the mean degree,
// nodes without edges not counted; at most maxScale.
func (n *network) scaleTo(nodes int) int64 {
	tied := int64(0)
	for _, d := range n.degree {
		if d > 0 {
			tied++
		}
	}
	return min(maxScale, int64(nodes)*n.total/max(1, tied))
}
