package community

import (
	"context"
	"slices"
)

// mover moves single nodes between communities as long as that raises modularity.
type mover struct {
	g          *network
	resolution int64
	part       []int32
	// degree and size of each community.
	degree []int64
	size   []int32
	// free are the names of communities that hold no node.
	free []int32
	// toward[c] is the weight between the node at hand and community c; touched lists the c.
	toward  []int64
	touched []int32
}

func newMover(g *network, part []int32, resolution int64) *mover {
	n := g.size()
	m := &mover{
		g: g, resolution: resolution, part: append([]int32(nil), part...),
		degree: make([]int64, n), size: make([]int32, n), toward: make([]int64, n),
	}
	for v, c := range part {
		m.degree[c] += g.degree[v]
		m.size[c]++
	}
	for c := n - 1; c >= 0; c-- {
		if m.size[c] == 0 {
			m.free = append(m.free, int32(c))
		}
	}
	return m
}

// settle visits nodes, and the neighbours of those that moved again, until no
// move raises modularity.
func (m *mover) settle(ctx context.Context) error {
	queue := slices.Clone(m.g.order)
	waiting := slices.Repeat([]bool{true}, len(queue))
	for steps := 0; len(queue) > 0; steps++ {
		if steps%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		v := queue[0]
		queue = queue[1:]
		waiting[v] = false
		if !m.moveToBest(v) {
			continue
		}
		to, _ := m.g.neighbours(v)
		for _, u := range to {
			if !waiting[u] && m.part[u] != m.part[v] {
				waiting[u] = true
				queue = append(queue, u)
			}
		}
	}
	return nil
}

// moveToBest puts v where it raises modularity most, and tells whether that is
// another community. Staying wins a tie, then the smaller name.
func (m *mover) moveToBest(v int32) bool {
	home := m.part[v]
	m.weigh(v)
	m.leave(v)
	best, bestGain := home, m.gain(v, home)
	for _, c := range m.touched {
		if gain := m.gain(v, c); gain > bestGain || gain == bestGain && best != home && c < best {
			best, bestGain = c, gain
		}
	}
	if bestGain < 0 {
		// Alone is better than anywhere. home is free if v was alone in it.
		best = m.free[len(m.free)-1]
	}
	m.forget()
	m.enter(v, best)
	return best != home
}

// weigh sets toward and touched for v, until forget.
func (m *mover) weigh(v int32) {
	to, weight := m.g.neighbours(v)
	for i, u := range to {
		c := m.part[u]
		if m.toward[c] == 0 {
			m.touched = append(m.touched, c)
		}
		m.toward[c] += weight[i]
	}
}

func (m *mover) forget() {
	for _, c := range m.touched {
		m.toward[c] = 0
	}
	m.touched = m.touched[:0]
}

// inside counts the neighbours of v in its own community.
func (m *mover) inside(v int32) int {
	count := 0
	to, _ := m.g.neighbours(v)
	for _, u := range to {
		if m.part[u] == m.part[v] {
			count++
		}
	}
	return count
}

// gain returns by how much v, which is in no community, raises modularity in
// community c, against being alone: in units of 2/(total * scale * resolutionUnit).
func (m *mover) gain(v, c int32) int64 {
	return m.g.scale*resolutionUnit*m.toward[c] - m.resolution*m.g.degree[v]*m.degree[c]
}

func (m *mover) leave(v int32) {
	c := m.part[v]
	m.degree[c] -= m.g.degree[v]
	m.size[c]--
	if m.size[c] == 0 {
		m.free = append(m.free, c)
	}
}

func (m *mover) enter(v, c int32) {
	if m.size[c] == 0 {
		// An empty community is only ever entered when it was left last.
		m.free = m.free[:len(m.free)-1]
	}
	m.part[v] = c
	m.degree[c] += m.g.degree[v]
	m.size[c]++
}
