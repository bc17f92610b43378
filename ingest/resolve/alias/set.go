package alias

import (
	"cmp"
	"maps"
	"slices"

	"grove/internal/graph"
	"grove/internal/lists"
)

// Set is the clusters of names.
type Set struct {
	profiles map[graph.ID]Profile
	// nodes are the spellings, the fullest name first, before any that is a form of it.
	nodes     []*node
	nodeOf    map[graph.ID]*node
	partition *partition
	// clusters has the cluster of every name, sorted.
	clusters map[graph.ID][]graph.ID
}

// node is all profiles with one spelling. Nodes make trees: the parent of a name is the
// fuller name that it is a form of. A tree is a cluster, unless claims or decisions say otherwise.
type node struct {
	*form
	ids       []graph.ID // sorted; form is that of the first
	documents []graph.ID // sorted
	// links lead to the fuller names that this one may be the same as, the fullest first.
	links  []link
	parent *node
	// root is the fullest name of the tree; tree has all its names, the fullest first, and is set for the root alone.
	root *node
	tree []*node
}

// link is a judgement, Same or Grey, between a node and a fuller one.
type link struct {
	to *node
	Judgement
}

// NewSet clusters the names of profiles, which have different ids.
func NewSet(profiles []Profile, claims []Claim, decisions []Decision) *Set {
	return newSet(profiles, claims, decisions, nil)
}

// newSet is NewSet where more names share the crowded keys than the profiles show.
func newSet(profiles []Profile, claims []Claim, decisions []Decision, crowded map[digest]bool) *Set {
	s := &Set{profiles: map[graph.ID]Profile{}, nodeOf: map[graph.ID]*node{}, partition: newPartition(),
		clusters: map[graph.ID][]graph.ID{}}
	s.spell(profiles)
	s.link(crowded)
	for _, n := range s.nodes {
		n.place()
	}
	for _, n := range s.nodes {
		if n.parent == nil {
			s.cluster(treeIDs(n))
		}
	}
	s.partition.decide(decisions)
	s.applyClaims(claims)
	for _, root := range s.decidedTrees(claims, decisions) {
		s.partition.joinTree(root)
	}
	for _, ids := range s.partition.clusters(s.nodeOf) {
		s.cluster(ids)
	}
	return s
}

// spell makes the nodes.
func (s *Set) spell(profiles []Profile) {
	names := map[string]*node{}
	for _, p := range slices.SortedFunc(slices.Values(profiles), func(a, b Profile) int { return cmp.Compare(a.ID, b.ID) }) {
		f := newForm(p)
		n := names[f.key]
		if n == nil { // forms of one key differ in punctuation only
			n = &node{form: f}
			names[f.key], s.nodes = n, append(s.nodes, n)
		}
		n.ids, n.documents = append(n.ids, p.ID), append(n.documents, p.Documents...)
		s.profiles[p.ID], s.nodeOf[p.ID] = p, n
	}
	for _, n := range s.nodes {
		n.documents = lists.Sorted(n.documents)
	}
	slices.SortFunc(s.nodes, func(a, b *node) int { return compare(a.form, b.form) })
}

// link finds the links of all nodes. Those that share a key are compared, unless too many do.
func (s *Set) link(crowded map[digest]bool) {
	blocks := map[string][]*node{}
	keys := make([][]string, len(s.nodes))
	for i, n := range s.nodes {
		keys[i] = n.keys(n.documents)
		for _, k := range keys[i] {
			blocks[k] = append(blocks[k], n)
		}
	}
	for i, n := range s.nodes {
		var fuller []*node
		for _, k := range keys[i] {
			if block := blocks[k]; len(block) <= maxBlock && (len(crowded) == 0 || !crowded[digestOf(k)]) {
				fuller = append(fuller, block[:slices.Index(block, n)]...)
			}
		}
		slices.SortFunc(fuller, func(a, b *node) int { return compare(a.form, b.form) })
		for _, m := range slices.Compact(fuller) {
			if j := relate(n.form, m.form); j.Verdict == Same || j.Verdict == Grey {
				n.links = append(n.links, link{m, j})
			}
		}
	}
}

// cluster makes ids, which are sorted, one cluster.
func (s *Set) cluster(ids []graph.ID) {
	for _, id := range ids {
		s.clusters[id] = ids
	}
}

// Representative returns the smallest id of a name's cluster, or "" if there is no
// such name.
func (s *Set) Representative(id graph.ID) graph.ID {
	if cluster := s.clusters[id]; len(cluster) > 0 {
		return cluster[0]
	}
	return ""
}

// Clusters returns all clusters, those of one name too, each sorted, by smallest id.
func (s *Set) Clusters() (out [][]graph.ID) {
	for _, id := range slices.Sorted(maps.Keys(s.clusters)) {
		if s.clusters[id][0] == id {
			out = append(out, s.clusters[id])
		}
	}
	return out
}

// treeIDs returns the ids of all names of a tree, sorted.
func treeIDs(root *node) []graph.ID {
	out := lists.Flat(root.tree, func(n *node) []graph.ID { return n.ids })
	slices.Sort(out)
	return out
}
