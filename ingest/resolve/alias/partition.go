package alias

import (
	"maps"
	"slices"

	"grove/internal/graph"
	"grove/internal/lists"
)

// partition is a union-find structure over ids, with constraints.
type partition struct {
	of         map[graph.ID]graph.ID          // the part of each id
	parts      map[graph.ID][]graph.ID        // the ids of each part
	conflicts  map[graph.ID]map[graph.ID]bool // the parts that a part must not join
	isolated   map[graph.ID]bool              // ids that only a person's decision joins
	splitPairs map[[2]graph.ID]bool           // pairs that a person split, smaller id first
}

func newPartition() *partition {
	return &partition{
		of: map[graph.ID]graph.ID{}, parts: map[graph.ID][]graph.ID{}, conflicts: map[graph.ID]map[graph.ID]bool{},
		isolated: map[graph.ID]bool{}, splitPairs: map[[2]graph.ID]bool{},
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

// join unites the parts of two ids, unless a constraint forbids it, and reports whether
// they are in one part now. Isolated ids are never joined.
func (p *partition) join(a, b graph.ID) bool {
	x, y := p.part(a), p.part(b)
	switch {
	case x == y:
		return true
	case p.conflicts[x][y], p.isolated[a] || p.isolated[b]:
		return false
	}
	for _, id := range p.parts[y] {
		p.of[id] = x
	}
	p.parts[x] = append(p.parts[x], p.parts[y]...)
	for conflict := range p.conflicts[y] {
		delete(p.conflicts[conflict], y)
		p.separate(x, conflict)
	}
	delete(p.parts, y)
	delete(p.conflicts, y)
	return true
}

// separate keeps two parts apart from now on.
func (p *partition) separate(x, y graph.ID) {
	for _, side := range [][2]graph.ID{{x, y}, {y, x}} {
		if p.conflicts[side[0]] == nil {
			p.conflicts[side[0]] = map[graph.ID]bool{}
		}
		p.conflicts[side[0]][side[1]] = true
	}
}

// decide applies decisions, the latest first, so that none overrides a later one.
func (p *partition) decide(decisions []Decision) {
	for _, d := range latest(decisions) {
		ids := lists.Sorted(d.IDs)
		switch {
		case d.Action == MergeNames:
			p.merge(ids)
		case len(ids) == 1:
			if len(p.members(ids[0])) == 1 {
				p.isolated[ids[0]] = true
			}
		default:
			p.split(ids)
		}
	}
}

// merge joins each id with the first earlier one that it may join. Isolated ids stay alone.
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
				p.separate(x, y)
				p.splitPairs[[2]graph.ID{a, b}] = true
			}
		}
	}
}

// joinTree joins the names of a tree: each name with its parent, else with the fullest
// name that it may join.
func (p *partition) joinTree(root *node) {
	var earlier []graph.ID
	for _, n := range root.tree {
		var parent []graph.ID
		if n.parent != nil {
			parent = n.parent.ids
		}
		for _, id := range n.ids {
			p.joinFirst(id, parent, n.ids, earlier)
			earlier = append(earlier, id)
		}
	}
}

// joinFirst joins an id with the first candidate that it may join.
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
