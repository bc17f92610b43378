package alias

import (
	"cmp"
	"slices"

	"grove/internal/graph"
	"grove/internal/lists"
)

// Set clusters names. It is not safe for concurrent use.
type Set struct {
	profiles map[graph.ID]Profile
	names    map[string]*node
	nodeOf   map[graph.ID]*node
	blocks   map[string][]*node
	queue    queue

	// crowded are keys that too many names share which the set lacks.
	crowded map[digest]bool

	decisions []Decision
	claims    []Claim
	// decided are the final clusters of the names that decisions touch; all others
	// have that of their tree.
	decided   map[graph.ID][]graph.ID
	partition *partition
	// representatives is the representative of every name.
	representatives map[graph.ID]graph.ID
}

// node is all profiles with one spelling. Nodes make trees: the parent of a name is the
// fuller name that it is a form of. A tree is a cluster.
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
	// queued is true while the node is in the queue, fresh where its profiles or links
	// have changed since it was placed.
	queued, fresh bool
}

// link is a judgement, Same or Grey, between a node and another one.
type link struct {
	to *node
	Judgement
}

// Move is a change of the representative of a name.
type Move struct {
	ID graph.ID
	// From and To are the representatives before and after; "" where the set lacks the
	// name.
	From, To graph.ID
}

// NewSet clusters names. Of several profiles with one id the last counts.
func NewSet(profiles []Profile, decisions []Decision) *Set {
	s := newSet(decisions, nil)
	s.Update(profiles, nil)
	return s
}

// newSet returns a set without names.
func newSet(decisions []Decision, crowded map[digest]bool) *Set {
	return &Set{
		profiles: map[graph.ID]Profile{}, nodeOf: map[graph.ID]*node{}, names: map[string]*node{}, blocks: map[string][]*node{},
		representatives: map[graph.ID]graph.ID{}, crowded: crowded, decisions: slices.Clone(decisions),
	}
}

// Update adds or replaces profiles and removes others, incrementally: the result is that
// of a new Set of all profiles. It returns the changes of representatives, by id.
func (s *Set) Update(put []Profile, removed []graph.ID) []Move {
	touched := s.change(put, removed)
	for _, p := range put {
		touched[p.ID] = true
	}
	for _, id := range removed {
		touched[id] = true
	}
	return s.applyDecisions(touched)
}

// Holds reports whether the set has exactly this profile, so that adding it changes nothing.
func (s *Set) Holds(p Profile) bool {
	old, ok := s.profiles[p.ID]
	return ok && old.Norm == p.Norm && old.Name == p.Name && old.Type == p.Type && old.Part == p.Part &&
		slices.Equal(old.Documents, p.Documents)
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
	if cluster, ok := s.decided[id]; ok {
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
	out := lists.Flat(root.members(), func(n *node) []graph.ID { return n.ids })
	slices.Sort(out)
	return out
}
