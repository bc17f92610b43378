package alias

import (
	"container/heap"
	"slices"

	"grove/internal/graph"
)

// queue is a heap of the nodes to be placed, the fullest name first.
type queue []*node

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return before(q[i].form, q[j].form) }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }

// Push and Pop serve [container/heap].
func (q *queue) Push(x any) { *q = append(*q, x.(*node)) }

// Pop removes and returns the last node.
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

func (s *Set) push(n *node) {
	if !n.queued {
		n.queued = true
		heap.Push(&s.queue, n)
	}
}

// replace places every queued node, from the fullest name to the shortest. The place of
// a name depends on fuller names only; so when a tree changes, only the shorter names
// linked with it are placed again. touched gets all nodes whose tree changes.
func (s *Set) replace(touched map[*node]bool) {
	for s.queue.Len() > 0 {
		n := heap.Pop(&s.queue).(*node)
		n.queued = false
		var parent *node
		why := ""
		if len(n.ids) > 0 {
			touched[n] = true
			parent, why = n.place()
		}
		n.why = why
		if parent != n.parent || n.fresh {
			s.requeue(n, touched)
			n.setParent(parent)
			s.requeue(n, touched)
		}
		n.fresh = false
		if len(n.ids) == 0 {
			s.removeNode(n)
		}
	}
}

// requeue queues the shorter names that are linked with n's tree.
func (s *Set) requeue(n *node, touched map[*node]bool) {
	for _, m := range n.root().members() {
		touched[m] = true
		for _, l := range m.links {
			if before(n.form, l.to.form) {
				s.push(l.to)
			}
		}
	}
}

// setParent moves n with its subtree.
func (n *node) setParent(parent *node) {
	if n.parent != nil {
		n.parent.children = slices.DeleteFunc(n.parent.children, func(c *node) bool { return c == n })
	}
	if n.parent = parent; parent != nil {
		parent.children = append(parent.children, n)
	}
}

// removeNode removes a node without names, and queues its children.
func (s *Set) removeNode(n *node) {
	for _, c := range slices.Clone(n.children) {
		c.setParent(nil)
		s.push(c)
	}
	if s.names[n.key] == n {
		delete(s.names, n.key)
	}
}

// tier is how well a tree suits a name that is linked with it.
type tier int8

const (
	// rival: the name may refer to the entity of the tree.
	rival tier = iota
	// short: the name is a short form.
	short
	// titled: a short form with the title of the fuller one.
	titled
	// sure: a form of the name that needs no document in common.
	sure
)

func (l link) tier() tier {
	switch {
	case l.Verdict != Same:
		return rival
	case !l.short:
		return sure
	case l.titled:
		return titled
	}
	return short
}

// host is a tree that a name may join, and the best link to it: the link to the fullest
// name among those of the highest tier.
type host struct {
	root *node
	by   link
}

// place returns the fuller name that n is a form of, and the reason; nil for none. A name
// that suits several trees joins the one of the highest tier, and none if several have
// that; short forms and rivals count as one tier.
func (n *node) place() (*node, string) {
	var best []host
	top := short
	for _, h := range n.hosts() {
		t := max(h.by.tier(), short)
		if t > top {
			top, best = t, nil
		}
		if t == top {
			best = append(best, h)
		}
	}
	if len(best) != 1 || best[0].by.Verdict != Same {
		return nil, ""
	}
	h := best[0]
	if _, covered := overlap(n.documents, treeDocuments(n, h.root)); top != sure && !covered {
		return nil, ""
	}
	return h.by.to, h.by.Reason
}

// hosts returns the trees of fuller names that n is linked with and may join.
func (n *node) hosts() []host {
	var out []host
	for _, l := range n.links {
		if before(n.form, l.to.form) {
			break // links are in order; the rest are shorter names
		}
		if l.Verdict != Same && !l.rival {
			continue
		}
		root := l.to.root()
		i := slices.IndexFunc(out, func(h host) bool { return h.root == root })
		switch {
		case i < 0:
			out = append(out, host{root, l})
		case l.tier() > out[i].by.tier():
			out[i].by = l
		}
	}
	return slices.DeleteFunc(out, func(h host) bool { return n.excluded(h) })
}

// excluded reports whether n must not join a tree: they share no document, or the tree
// has a name that is Different from n.
func (n *node) excluded(h host) bool {
	if h.by.tier() != sure {
		if some, _ := overlap(n.documents, treeDocuments(n, h.root)); !some {
			return true
		}
	}
	for _, m := range h.root.members() {
		if before(m.form, n.form) && relate(n.form, m.form).Verdict == Different {
			return true
		}
	}
	return false
}

// treeDocuments returns the documents of a tree's names that are fuller than n.
func treeDocuments(n *node, root *node) []graph.ID {
	var out []graph.ID
	for _, m := range root.members() {
		if before(m.form, n.form) {
			out = append(out, m.documents...)
		}
	}
	return merged(out, nil)
}
