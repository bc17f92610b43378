package alias

import (
	"cmp"
	"slices"
	"strings"

	"grove/internal/graph"
)

// contained returns the pairs of a name and one of which it is the beginning or the end,
// where only one thing has such a name and neither names nor people say that they are
// different: one pair of two things, and none of those that are listed. The two names
// need not share a document, so nothing joins them by itself.
func (s *Set) contained(listed map[[2]graph.ID]bool) []Pair {
	ends := s.ends()
	var out []Pair
	for _, n := range s.names {
		if len(n.ids) == 0 || !divisible(n.form) {
			continue
		}
		to := s.only(n, ends[strings.Join(n.tokens, " ")])
		if to == nil || s.apart(n.ids[0], to.ids[0]) {
			continue
		}
		a, b := min(n.ids[0], to.ids[0]), max(n.ids[0], to.ids[0])
		out = append(out, Pair{A: a, B: b, Reason: "part of the name", Score: likeness(n.norm, to.norm) / 2})
	}
	sortPairs(out)
	return slices.DeleteFunc(out, func(p Pair) bool {
		things := s.clusterPair(p.A, p.B)
		had := listed[things]
		listed[things] = true
		return had
	})
}

// divisible reports whether a name has words that can be told apart, of which parts are names.
func divisible(f *form) bool { return !f.whole && !f.han && f.kind != exact }

// ends returns the names that begin or end with some words and have more.
func (s *Set) ends() map[string][]*node {
	out := map[string][]*node{}
	for _, n := range s.names {
		if len(n.ids) == 0 || !divisible(n.form) {
			continue
		}
		for cut := 1; cut < len(n.tokens); cut++ {
			head, tail := strings.Join(n.tokens[:cut], " "), strings.Join(n.tokens[cut:], " ")
			out[tail] = append(out[tail], n)
			if head != tail {
				out[head] = append(out[head], n)
			}
		}
	}
	return out
}

// only returns the shortest of the longer names that a name may be a part of, nil where
// they are of several things, or of one that the name itself is of.
func (s *Set) only(n *node, longer []*node) *node {
	var best *node
	for _, m := range longer {
		if m == n || relate(n.form, m.form).Verdict == Different {
			continue
		}
		if s.known[m.ids[0]] == s.known[n.ids[0]] || best != nil && s.known[m.ids[0]] != s.known[best.ids[0]] {
			return nil
		}
		if best == nil || cmp.Or(cmp.Compare(len(m.tokens), len(best.tokens)), cmp.Compare(m.key, best.key)) < 0 {
			best = m
		}
	}
	return best
}
