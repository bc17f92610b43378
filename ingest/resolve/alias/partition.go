package alias

import (
	"maps"
	"slices"

	"grove/internal/graph"
)

// partition joins ids under the condition that some stay apart.
type partition struct {
	of      map[graph.ID]graph.ID          // id -> name of its part
	parts   map[graph.ID][]graph.ID        // name -> its ids
	foes    map[graph.ID]map[graph.ID]bool // name -> names of parts it must not join
	loners  map[graph.ID]bool              // ids that only a person joins
	refused map[[2]graph.ID]bool           // pairs that a person split, smaller id first
}

func newPartition() *partition {
	return &partition{
		of: map[graph.ID]graph.ID{}, parts: map[graph.ID][]graph.ID{}, foes: map[graph.ID]map[graph.ID]bool{},
		loners: map[graph.ID]bool{}, refused: map[[2]graph.ID]bool{},
	}
}

// part returns the name of an id's part.
func (p *partition) part(id graph.ID) graph.ID {
	name, ok := p.of[id]
	if !ok {
		name = id
		p.of[id], p.parts[id] = id, []graph.ID{id}
	}
	return name
}

// members returns the ids of an id's part.
func (p *partition) members(id graph.ID) []graph.ID { return p.parts[p.part(id)] }

// join makes the parts of two ids one, unless they must stay apart, and tells
// whether they are now one. A loner is joined with nothing.
func (p *partition) join(a, b graph.ID) bool {
	x, y := p.part(a), p.part(b)
	switch {
	case x == y:
		return true
	case p.foes[x][y], p.loners[a] || p.loners[b]:
		return false
	}
	for _, id := range p.parts[y] {
		p.of[id] = x
	}
	p.parts[x] = append(p.parts[x], p.parts[y]...)
	for foe := range p.foes[y] {
		delete(p.foes[foe], y)
		p.oppose(x, foe)
	}
	delete(p.parts, y)
	delete(p.foes, y)
	return true
}

// oppose keeps two parts apart from now on.
func (p *partition) oppose(x, y graph.ID) {
	for _, side := range [][2]graph.ID{{x, y}, {y, x}} {
		if p.foes[side[0]] == nil {
			p.foes[side[0]] = map[graph.ID]bool{}
		}
		p.foes[side[0]][side[1]] = true
	}
}

// decide carries out decisions, the latest first, so that none undoes a later one.
func (p *partition) decide(decisions []Decision) {
	for _, d := range latest(decisions) {
		ids := slices.Clone(d.IDs)
		slices.Sort(ids)
		ids = slices.Compact(ids)
		switch {
		case d.Action == MergeNames:
			p.merge(ids)
		case len(ids) == 1:
			if len(p.members(ids[0])) == 1 {
				p.loners[ids[0]] = true
			}
		default:
			p.split(ids)
		}
	}
}

// merge joins each id with the first one that it may be with. An id that a later
// decision set alone stays so.
func (p *partition) merge(ids []graph.ID) {
	for i, id := range ids {
		for _, earlier := range ids[:i] {
			if p.join(earlier, id) {
				break
			}
		}
	}
}

func (p *partition) split(ids []graph.ID) {
	for i, a := range ids {
		for _, b := range ids[i+1:] {
			if x, y := p.part(a), p.part(b); x != y {
				p.oppose(x, y)
				p.refused[[2]graph.ID{a, b}] = true
			}
		}
	}
}

// joinTree joins what the names brought together: each name with the fuller one
// it hangs on, or else with the fullest one that it may be with.
func (p *partition) joinTree(root *node) {
	members := root.members()
	slices.SortFunc(members, func(a, b *node) int { return compare(a.form, b.form) })
	var earlier []graph.ID
	for _, n := range members {
		for _, id := range n.ids {
			p.joinFirst(id, parentIDs(n), n.ids, earlier)
			earlier = append(earlier, id)
		}
	}
}

// joinFirst joins an id with the first of the candidates, if there is one that
// it may be with.
func (p *partition) joinFirst(id graph.ID, candidates ...[]graph.ID) {
	p.part(id)
	for _, list := range candidates {
		for _, c := range list {
			if c != id && p.join(c, id) {
				return
			}
		}
	}
}

func parentIDs(n *node) []graph.ID {
	if n.parent == nil {
		return nil
	}
	return n.parent.ids
}

// clusters returns the parts, reduced to the ids of the set, each sorted, in order.
func (p *partition) clusters(present map[graph.ID]*node) [][]graph.ID {
	var out [][]graph.ID
	for _, name := range slices.Sorted(maps.Keys(p.parts)) {
		ids := slices.DeleteFunc(slices.Clone(p.parts[name]), func(id graph.ID) bool { return present[id] == nil })
		if slices.Sort(ids); len(ids) > 0 {
			out = append(out, ids)
		}
	}
	return out
}
