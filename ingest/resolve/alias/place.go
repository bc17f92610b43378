package alias

import (
	"slices"

	"grove/internal/graph"
	"grove/internal/lists"
)

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

// place adds n to the tree of the fuller name that it is a form of, else makes it a tree. The fuller names must have been placed.
func (n *node) place() {
	n.root = n
	if n.parent = n.fuller(); n.parent != nil {
		n.root = n.parent.root
	}
	n.root.tree = append(n.root.tree, n)
}

// fuller returns the fuller name that n is a form of, nil for none. A name
// that suits several trees joins the one of the highest tier, and none if several have
// that; short forms and rivals count as one tier.
func (n *node) fuller() *node {
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
		return nil
	}
	if _, covered := overlap(n.documents, best[0].root.treeDocuments()); top != sure && !covered {
		return nil
	}
	return best[0].by.to
}

// hosts returns the trees that n is linked with and may join.
func (n *node) hosts() []host {
	var out []host
	for _, l := range n.links {
		if l.Verdict != Same && !l.rival {
			continue
		}
		i := slices.IndexFunc(out, func(h host) bool { return h.root == l.to.root })
		switch {
		case i < 0:
			out = append(out, host{l.to.root, l})
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
		if some, _ := overlap(n.documents, h.root.treeDocuments()); !some {
			return true
		}
	}
	return slices.ContainsFunc(h.root.tree, func(m *node) bool { return relate(n.form, m.form).Verdict == Different })
}

// treeDocuments returns the documents of the names of a root's tree, sorted.
func (n *node) treeDocuments() []graph.ID {
	return lists.Sorted(lists.Flat(n.tree, func(m *node) []graph.ID { return m.documents }))
}
