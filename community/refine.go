package community

// refine splits each community into well-connected pieces: starting from single
// nodes, a node that is well connected to its community joins the piece of it
// that raises modularity most, if that piece is well connected too. It gives the
// piece of each node and the number of pieces. Every piece is connected.
func refine(g *network, part []int32, count int, resolution int64) ([]int32, int) {
	r := &refiner{mover: newMover(g, singletons(g.size()), resolution), community: part}
	r.total = make([]int64, count)
	r.outer = make([]int64, g.size())
	for v, c := range part {
		r.total[c] += g.degree[v]
		to, weight := g.neighbours(int32(v))
		for i, u := range to {
			if part[u] == c {
				r.outer[v] += weight[i]
			}
		}
	}
	for _, v := range g.order {
		r.join(v)
	}
	return number(r.part)
}

type refiner struct {
	*mover
	// community of each node; total is the degree of each community.
	community []int32
	total     []int64
	// outer is the weight between a piece and the rest of its community.
	outer []int64
}

// join lets v, if it is still alone, enter the best piece of its community.
func (r *refiner) join(v int32) {
	home := r.part[v]
	if r.size[home] != 1 || !r.wellConnected(home, r.community[v]) {
		return
	}
	to, weight := r.g.neighbours(v)
	for i, u := range to {
		if r.community[u] != r.community[v] {
			continue
		}
		c := r.part[u]
		if r.toward[c] == 0 {
			r.touched = append(r.touched, c)
		}
		r.toward[c] += weight[i]
	}
	best, bestGain := home, int64(-1)
	for _, c := range r.touched {
		gain := r.gain(v, c)
		if gain >= 0 && r.wellConnected(c, r.community[v]) && (gain > bestGain || gain == bestGain && c < best) {
			best, bestGain = c, gain
		}
	}
	if best != home {
		r.outer[best] += r.outer[home] - 2*r.toward[best]
		r.leave(v)
		// A piece that is not empty is entered: free is left as it is.
		r.enter(v, best)
	}
	r.forget()
}

// wellConnected reports whether a piece is tied to the rest of its community at
// least as much as modularity expects of it.
func (r *refiner) wellConnected(piece, community int32) bool {
	rest := r.total[community] - r.degree[piece]
	return r.g.scale*resolutionUnit*r.outer[piece] >= r.resolution*r.degree[piece]*rest
}
