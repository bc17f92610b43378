package alias

import (
	"cmp"
	"slices"
	"strings"

	"grove/internal/graph"
)

// contained returns the pairs of a name and a longer one that begins or ends with it,
// where only one cluster has such a longer name and neither the names nor decisions
// contradict: one pair for two clusters, without those that are listed. The two names need
// not share a document, so the rules never merge them.
func (s *Set) contained(listed map[[2]graph.ID]bool) []Pair {
	ends := s.ends()
	var out []Pair
	for _, n := range s.nodes {
		if !divisible(n.form) {
			continue
		}
		to := s.onlyLonger(n, ends[strings.Join(n.tokens, " ")])
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

// divisible reports whether a name is made of words, parts of which can be names.
func divisible(f *form) bool { return !f.whole && !f.han && f.kind != exact }

// ends returns the names by each proper prefix and suffix of their words.
func (s *Set) ends() map[string][]*node {
	out := map[string][]*node{}
	for _, n := range s.nodes {
		if !divisible(n.form) {
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

// onlyLonger returns the shortest of the longer names that a name may be a part of; nil where
// these are in several clusters, or in the cluster of the name itself.
func (s *Set) onlyLonger(n *node, longer []*node) *node {
	var best *node
	for _, m := range longer {
		if m == n || relate(n.form, m.form).Verdict == Different {
			continue
		}
		in := s.Representative(m.ids[0])
		if in == s.Representative(n.ids[0]) || best != nil && in != s.Representative(best.ids[0]) {
			return nil
		}
		if best == nil || cmp.Or(cmp.Compare(len(m.tokens), len(best.tokens)), cmp.Compare(m.key, best.key)) < 0 {
			best = m
		}
	}
	return best
}
