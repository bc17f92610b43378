package alias

import (
	"cmp"
	"slices"

	"grove/internal/graph"
)

// Pair is two names that may be of one thing. A is the smaller id.
type Pair struct {
	A, B graph.ID
	// Reason is why, such as "misspelling".
	Reason string
	// Score is the likeness of the two names' letters, in thousandths.
	Score int
}

// sortPairs puts the best pair first, then by ids.
func sortPairs(pairs []Pair) {
	slices.SortFunc(pairs, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B), cmp.Compare(a.Reason, b.Reason))
	})
}

// Grey returns at most limit undecided pairs, the best first: the names
// are in different clusters, nothing says that they are different, and no
// person split them. A name that is a part of a longer one is among them where only one
// thing has such a name, at half its likeness.
func (s *Set) Grey(limit int) []Pair {
	var out []Pair
	listed := map[[2]graph.ID]bool{}
	for _, n := range s.names {
		for _, l := range n.links {
			if !before(l.to.form, n.form) {
				break
			}
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
	if s.known[a] == s.known[b] || s.apart(a, b) {
		return Pair{}, false
	}
	if some, _ := overlap(n.documents, l.to.documents); l.short && !some {
		return Pair{}, false
	}
	return Pair{A: a, B: b, Reason: l.Reason, Score: likeness(n.norm, l.to.norm)}, true
}

// apart reports whether people keep two names apart, or the things that they belong to.
func (s *Set) apart(a, b graph.ID) bool {
	p := s.parted
	return p.refused[[2]graph.ID{min(a, b), max(a, b)}] || p.loners[a] || p.loners[b] || p.foes[p.of[a]][p.of[b]]
}

// clusterPair returns the representatives of two names, the smaller first.
func (s *Set) clusterPair(a, b graph.ID) [2]graph.ID {
	x, y := s.known[a], s.known[b]
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
