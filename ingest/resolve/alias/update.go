package alias

import (
	"slices"

	"grove/internal/graph"
	"grove/internal/lists"
)

// change updates profiles, links and trees, and returns the names that may be in
// another tree now.
func (s *Set) change(put []Profile, removed []graph.ID) map[graph.ID]bool {
	touched := map[*node]bool{}
	relink := map[*node]bool{}
	for _, id := range removed {
		s.detach(id, touched, relink)
	}
	for _, p := range put {
		s.detach(p.ID, touched, relink)
	}
	for _, p := range put {
		s.attach(p, relink)
	}
	var fresh []*node
	for n := range relink {
		fresh = append(fresh, n)
	}
	slices.SortFunc(fresh, func(a, b *node) int { return compare(a.form, b.form) })
	for _, n := range fresh {
		s.relink(n)
	}
	s.replace(touched)
	out := make(map[graph.ID]bool, len(touched))
	for n := range touched {
		for _, id := range n.ids {
			out[id] = true
		}
	}
	return out
}

// detach removes a profile from its node.
func (s *Set) detach(id graph.ID, touched, relink map[*node]bool) {
	n := s.nodeOf[id]
	if n == nil {
		return
	}
	for _, m := range n.root().members() {
		touched[m] = true
	}
	delete(s.profiles, id)
	delete(s.nodeOf, id)
	n.ids = slices.DeleteFunc(n.ids, func(x graph.ID) bool { return x == id })
	if n.of == id {
		n.of = ""
	}
	s.setKeys(n, relink)
}

// attach adds a profile to the node of its spelling.
func (s *Set) attach(p Profile, relink map[*node]bool) {
	if s.nodeOf[p.ID] != nil { // given twice in one change
		s.detach(p.ID, map[*node]bool{}, relink)
	}
	p.Documents = merged(p.Documents, nil)
	f := newForm(p)
	n := s.names[f.key]
	if n == nil {
		n = &node{form: f, of: p.ID}
		s.names[f.key] = n
	}
	n.ids = merged(n.ids, []graph.ID{p.ID})
	s.profiles[p.ID], s.nodeOf[p.ID] = p, n
	s.setKeys(n, relink)
}

// setKeys updates the documents and keys of a node from its profiles, and adds the nodes
// whose links may change to relink.
func (s *Set) setKeys(n *node, relink map[*node]bool) {
	relink[n] = true
	documents := lists.Flat(n.ids, func(id graph.ID) []graph.ID { return s.profiles[id].Documents })
	n.documents = merged(documents, nil)
	var keys []string
	if len(n.ids) > 0 {
		if n.of != n.ids[0] { // forms of one key differ in punctuation only
			n.of, n.form = n.ids[0], newForm(s.profiles[n.ids[0]])
		}
		keys = n.form.keys(n.documents)
	}
	for _, k := range n.keys {
		if _, kept := slices.BinarySearch(keys, k); !kept {
			s.leaveBlock(n, k, relink)
		}
	}
	for _, k := range keys {
		if _, had := slices.BinarySearch(n.keys, k); !had {
			s.joinBlock(n, k, relink)
		}
	}
	n.keys = keys
}

// leaveBlock removes a node from a block. The nodes of a block that becomes small enough
// are linked anew.
func (s *Set) leaveBlock(n *node, key string, relink map[*node]bool) {
	block := s.blocks[key]
	i := slices.Index(block, n)
	block[i] = block[len(block)-1]
	block = block[:len(block)-1]
	if len(block) == 0 {
		delete(s.blocks, key)
		return
	}
	s.blocks[key] = block
	if len(block) == maxBlock {
		for _, m := range block {
			relink[m] = true
		}
	}
}

// joinBlock adds a node to a block. The nodes of a block that becomes too large are
// linked anew.
func (s *Set) joinBlock(n *node, key string, relink map[*node]bool) {
	s.blocks[key] = append(s.blocks[key], n)
	if block := s.blocks[key]; len(block) == maxBlock+1 {
		for _, m := range block {
			relink[m] = true
		}
	}
}

// relink finds a node's links anew, at both ends, and queues it and all whose
// links change.
func (s *Set) relink(n *node) {
	n.fresh = true
	s.push(n)
	for _, l := range n.links {
		l.to.drop(n)
		s.push(l.to)
	}
	n.links = n.links[:0]
	for _, m := range s.candidates(n) {
		j := relate(n.form, m.form)
		if j.Verdict == Same || j.Verdict == Grey {
			n.add(link{m, j})
			m.add(link{n, j})
			s.push(m)
		}
	}
}

// candidates returns the nodes to compare with n: those of its blocks that are not too large.
func (s *Set) candidates(n *node) []*node {
	var out []*node
	for _, k := range n.keys {
		if block := s.blocks[k]; len(block) > 1 && len(block) <= maxBlock && (len(s.crowded) == 0 || !s.crowded[digestOf(k)]) {
			for _, m := range block {
				if m != n {
					out = append(out, m)
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b *node) int { return compare(a.form, b.form) })
	return slices.Compact(out)
}

// add keeps the links in order, each end once.
func (n *node) add(l link) {
	i, found := n.find(l.to)
	if found {
		n.links[i] = l
		return
	}
	n.links = slices.Insert(n.links, i, l)
}

func (n *node) drop(to *node) {
	n.links = slices.DeleteFunc(n.links, func(l link) bool { return l.to == to })
}

func (n *node) find(to *node) (int, bool) {
	return slices.BinarySearchFunc(n.links, to, func(l link, to *node) int { return compare(l.to.form, to.form) })
}
