package alias

import (
	"cmp"
	"slices"

	"grove/internal/graph"
)

// Pair is a pair of names that may refer to the same entity. A is the smaller id.
type Pair struct {
	A, B graph.ID
	// Reason is the rule that paired them, such as "misspelling".
	Reason string
	// Score is the similarity of the spellings, 0 to 1000.
	Score int
}

// sortPairs puts the best pair first, then by ids.
func sortPairs(pairs []Pair) {
	slices.SortFunc(pairs, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B), cmp.Compare(a.Reason, b.Reason))
	})
}

// Grey returns at most limit undecided pairs, the best first: the names
// are in different clusters, without evidence or a decision that they are
// different. A name that is a part of a longer one is included where only one cluster has
// such a longer name, at half its score.
func (s *Set) Grey(limit int) []Pair {
	var out []Pair
	listed := map[[2]graph.ID]bool{}
	for _, n := range s.nodes {
		for _, l := range n.links {
			if p, ok := s.grey(n, l); ok {
				out = append(out, p)
				listed[s.clusterPair(p.A, p.B)] = true
			}
		}
	}
	out = append(out, s.contained(listed)...)
	sortPairs(out)
	return out[:max(0, min(limit, len(out)))]
}

// grey returns the pair of a link, unless it is settled.
func (s *Set) grey(n *node, l link) (Pair, bool) {
	a, b := min(n.ids[0], l.to.ids[0]), max(n.ids[0], l.to.ids[0])
	if s.Representative(a) == s.Representative(b) || s.apart(a, b) {
		return Pair{}, false
	}
	if some, _ := overlap(n.documents, l.to.documents); l.short && !some {
		return Pair{}, false
	}
	return Pair{A: a, B: b, Reason: l.Reason, Score: likeness(n.norm, l.to.norm)}, true
}

// apart reports whether decisions keep two names, or their clusters, apart.
func (s *Set) apart(a, b graph.ID) bool {
	p := s.partition
	return p.splitPairs[[2]graph.ID{min(a, b), max(a, b)}] || p.isolated[a] || p.isolated[b] || p.conflicts[p.of[a]][p.of[b]]
}

// clusterPair returns the representatives of two names, the smaller first.
func (s *Set) clusterPair(a, b graph.ID) [2]graph.ID {
	x, y := s.Representative(a), s.Representative(b)
	return [2]graph.ID{min(x, y), max(x, y)}
}

// likeness returns the share of the pairs of neighbouring letters that two names
// have in common (Dice's coefficient, 2 common / all), in thousandths.
func likeness(a, b string) int {
	x, y := letterPairs(a), letterPairs(b)
	if len(x)+len(y) == 0 {
		return 0
	}
	common, j := 0, 0
	for _, p := range x {
		for j < len(y) && slices.Compare(y[j][:], p[:]) < 0 {
			j++
		}
		if j < len(y) && y[j] == p {
			common++
			j++
		}
	}
	return 2000 * common / (len(x) + len(y))
}

// letterPairs returns all pairs of neighbouring runes, sorted.
func letterPairs(s string) [][2]rune {
	var out [][2]rune
	last := rune(-1)
	for _, r := range s {
		if last >= 0 {
			out = append(out, [2]rune{last, r})
		}
		last = r
	}
	slices.SortFunc(out, func(a, b [2]rune) int { return slices.Compare(a[:], b[:]) })
	return out
}
