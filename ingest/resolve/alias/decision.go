package alias

import (
	"cmp"
	"maps"
	"slices"

	"grove/internal/graph"
)

// Action is the kind of a decision about names.
type Action string

const (
	// MergeNames puts the names into one cluster.
	MergeNames Action = "merge"
	// SplitNames keeps the names in different clusters. A single name is taken out of
	// its cluster, and only a person's decision merges it again.
	SplitNames Action = "split"
)

// Decision is a decision about names. Later decisions override earlier ones; one that
// was undone is left out.
type Decision struct {
	// Seq orders the decisions; equal numbers are ordered by IDs.
	Seq    int64
	Action Action
	// IDs are the names. Names that are not in the set still connect others.
	IDs []graph.ID
}

// decidedTrees returns the roots of the trees that hold a name of a decision or claim, the fullest first.
func (s *Set) decidedTrees(claims []Claim, decisions []Decision) []*node {
	roots := map[*node]bool{}
	touch := func(ids ...graph.ID) {
		for _, id := range ids {
			if n := s.nodeOf[id]; n != nil {
				roots[n.root] = true
			}
		}
	}
	for _, d := range decisions {
		touch(d.IDs...)
	}
	for _, c := range claims {
		touch(c.Name, c.Other)
	}
	return slices.SortedFunc(maps.Keys(roots), func(a, b *node) int { return compare(a.form, b.form) })
}

// latest returns the decisions sorted, the latest first.
func latest(decisions []Decision) []Decision {
	out := slices.Clone(decisions)
	slices.SortFunc(out, func(a, b Decision) int {
		return cmp.Or(cmp.Compare(b.Seq, a.Seq), slices.Compare(b.IDs, a.IDs), cmp.Compare(b.Action, a.Action))
	})
	return out
}
