package alias

import (
	"cmp"
	"slices"

	"grove/internal/graph"
)

// Set holds names and knows which are of one thing. It is not safe for
// concurrent use.
type Set struct {
	profiles map[graph.ID]Profile
	names    map[string]*node
	nodeOf   map[graph.ID]*node
	blocks   map[string][]*node
	queue    queue

	decisions []Decision
	// settled are the final clusters of the names that decisions touch; all others
	// have that of their tree.
	settled map[graph.ID][]graph.ID
	parted  *partition
	// known is the representative of every name.
	known map[graph.ID]graph.ID
}

// node is all names of one spelling. Nodes make trees: a name hangs on the
// fuller one it is a form of. A tree is a cluster.
type node struct {
	*form
	of        graph.ID   // the profile that form is of: the smallest id
	ids       []graph.ID // sorted
	documents []graph.ID // sorted
	keys      []string
	// links lead to the names that this one may be the same as; fuller first.
	links    []link
	parent   *node
	why      string
	children []*node
	// queued tells that its place is to be found; fresh that its profiles or
	// links have changed since that was done.
	queued, fresh bool
}

// link is a judgement, Same or Grey, between a node and another one.
type link struct {
	to *node
	Judgement
}

// Move tells that a name has another smallest id for its cluster.
type Move struct {
	ID graph.ID
	// From and To are the representatives before and after; "" for a name that
	// was not or is no longer there.
	From, To graph.ID
}

// NewSet clusters names. Of two profiles of one id the last counts.
func NewSet(profiles []Profile, decisions []Decision) *Set {
	s := &Set{
		profiles: make(map[graph.ID]Profile, len(profiles)), nodeOf: make(map[graph.ID]*node, len(profiles)),
		names: make(map[string]*node, len(profiles)), blocks: map[string][]*node{}, known: map[graph.ID]graph.ID{},
	}
	s.decisions = slices.Clone(decisions)
	s.Update(profiles, nil)
	return s
}

// Update adds or replaces profiles and removes others, looking again only at
// what they touch. The outcome is that of a new Set of all profiles. It gives
// the names whose representative changes, sorted by id.
func (s *Set) Update(put []Profile, gone []graph.ID) []Move {
	touched := s.change(put, gone)
	for _, p := range put {
		touched[p.ID] = true
	}
	for _, id := range gone {
		touched[id] = true
	}
	return s.settle(touched)
}

// Holds reports whether a profile is in the set just so: to put it again changes nothing.
func (s *Set) Holds(p Profile) bool {
	known, ok := s.profiles[p.ID]
	return ok && known.Norm == p.Norm && known.Name == p.Name && known.Type == p.Type && known.Part == p.Part &&
		slices.Equal(known.Documents, p.Documents)
}

// Representative returns the smallest id of a name's cluster, or "" if there is no
// such name.
func (s *Set) Representative(id graph.ID) graph.ID {
	if cluster := s.Cluster(id); len(cluster) > 0 {
		return cluster[0]
	}
	return ""
}

// Cluster returns the ids of a name's cluster, sorted; nil if there is no such name.
func (s *Set) Cluster(id graph.ID) []graph.ID {
	if cluster, ok := s.settled[id]; ok {
		return cluster
	}
	if n := s.nodeOf[id]; n != nil {
		return treeIDs(n.root())
	}
	return nil
}

// Clusters returns all clusters, those of one name too, each sorted, by smallest id.
func (s *Set) Clusters() [][]graph.ID {
	var out [][]graph.ID
	seen := make(map[graph.ID]bool, len(s.profiles))
	for id := range s.profiles {
		if seen[id] {
			continue
		}
		cluster := s.Cluster(id)
		for _, m := range cluster {
			seen[m] = true
		}
		out = append(out, slices.Clone(cluster))
	}
	slices.SortFunc(out, func(a, b []graph.ID) int { return cmp.Compare(a[0], b[0]) })
	return out
}

// root returns the fullest name of n's tree.
func (n *node) root() *node {
	for n.parent != nil {
		n = n.parent
	}
	return n
}

// members returns all nodes of the tree below n and n itself, in no order.
func (n *node) members() []*node {
	out := []*node{n}
	for i := 0; i < len(out); i++ {
		out = append(out, out[i].children...)
	}
	return out
}

// treeIDs returns the ids of all names of a tree, sorted.
func treeIDs(root *node) []graph.ID {
	var out []graph.ID
	for _, n := range root.members() {
		out = append(out, n.ids...)
	}
	slices.Sort(out)
	return out
}
