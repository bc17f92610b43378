package alias

import (
	"cmp"
	"slices"
	"strings"

	"grove/internal/graph"
)

// Claim is what a document says of two names: that Other is another name of Name, or that the two are not one. Claims override the
// rules, and decisions override them. Where claims contradict each other, two names are not one. Another name joins if it has the same
// type, if no second entity has it, and if every document with it has the name too or it has several words: a first name alone stands
// for others in other documents.
type Claim struct {
	Name, Other graph.ID
	Same        bool
}

// Alike reports whether the rules may make two names one.
func Alike(a, b Profile) bool { return relate(newForm(a), newForm(b)).Verdict >= Grey }

// applyClaims applies the claims to the partition, after the decisions.
func (s *Set) applyClaims(claims []Claim) {
	claims = slices.SortedFunc(slices.Values(claims), func(a, b Claim) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Other, b.Other))
	})
	claimers := map[graph.ID]map[*node]bool{} // the trees that claim another name
	for _, c := range claims {
		a, b := s.nodeOf[c.Name], s.nodeOf[c.Other]
		switch {
		case a == nil || b == nil:
		case !c.Same:
			s.partition.split([]graph.ID{min(c.Name, c.Other), max(c.Name, c.Other)})
		case a.typ != b.typ || relate(a.form, b.form).Verdict == Different:
		case claimers[c.Other] == nil:
			claimers[c.Other] = map[*node]bool{a.root: true}
		default:
			claimers[c.Other][a.root] = true
		}
	}
	for _, c := range claims {
		if !c.Same || len(claimers[c.Other]) != 1 || s.nodeOf[c.Name] == nil || !claimers[c.Other][s.nodeOf[c.Name].root] {
			continue
		}
		other := s.profiles[c.Other]
		if _, all := overlap(other.Documents, s.profiles[c.Name].Documents); all || strings.Contains(other.Norm, " ") {
			s.partition.merge([]graph.ID{min(c.Name, c.Other), max(c.Name, c.Other)})
		}
	}
}
