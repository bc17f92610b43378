package alias

import (
	"cmp"
	"maps"
	"slices"

	"grove/internal/graph"
)

// Action is what a person decided about names.
type Action string

const (
	// MergeNames makes the names one, whatever they look like.
	MergeNames Action = "merge"
	// SplitNames keeps every two of the names apart. One name alone is taken out
	// of its cluster and joined with nothing but by a person.
	SplitNames Action = "split"
)

// Decision is a person's word on names. A later one overrules an earlier one
// where they contradict; to undo one is to leave it out.
type Decision struct {
	// Seq orders the decisions; of two with one number the smaller ids count as
	// earlier.
	Seq    int64
	Action Action
	// IDs are the names; those that are not in the set still join others.
	IDs []graph.ID
}

// settle applies the decisions to the trees that they touch, and gives the moves
// among these names, the touched ones, and those that were settled before.
func (s *Set) settle(touched map[graph.ID]bool) []Move {
	for id := range s.settled {
		touched[id] = true
	}
	s.settled, s.parted = map[graph.ID][]graph.ID{}, newPartition()
	s.parted.decide(s.decisions)
	for _, root := range s.decidedTrees() {
		s.parted.joinTree(root)
	}
	for _, cluster := range s.parted.clusters(s.nodeOf) {
		for _, id := range cluster {
			s.settled[id], touched[id] = cluster, true
		}
	}
	return s.movesOf(touched)
}

// movesOf brings the known representatives up to date and tells what changed.
func (s *Set) movesOf(touched map[graph.ID]bool) []Move {
	var out []Move
	for _, id := range slices.Sorted(maps.Keys(touched)) {
		from, to := s.known[id], s.Representative(id)
		if from == to {
			continue
		}
		out = append(out, Move{id, from, to})
		if s.known[id] = to; to == "" {
			delete(s.known, id)
		}
	}
	return out
}

// decidedTrees returns the roots of the trees that hold a name of a decision, the fullest first.
func (s *Set) decidedTrees() []*node {
	roots := map[*node]bool{}
	for _, d := range s.decisions {
		for _, id := range d.IDs {
			if n := s.nodeOf[id]; n != nil {
				roots[n.root()] = true
			}
		}
	}
	return slices.SortedFunc(maps.Keys(roots), func(a, b *node) int { return compare(a.form, b.form) })
}

// latest sorts decisions, the latest first.
func latest(decisions []Decision) []Decision {
	out := slices.Clone(decisions)
	slices.SortFunc(out, func(a, b Decision) int {
		return cmp.Or(cmp.Compare(b.Seq, a.Seq), slices.Compare(b.IDs, a.IDs), cmp.Compare(b.Action, a.Action))
	})
	return out
}
