package alias

import (
	"math/rand/v2"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/text"
)

// named is the profile of a name as the pipeline makes it.
func named(name, typ string, documents ...graph.ID) Profile {
	norm := text.Normalise(name)
	return Profile{ID: graph.KeyElementID(norm, ""), Norm: norm, Name: name, Type: typ, Documents: documents}
}

func all(typ string, names ...string) []Profile {
	var out []Profile
	for _, n := range names {
		out = append(out, named(n, typ))
	}
	return out
}

// groups are the clusters of two names or more, as "a = b" in order.
func groups(s *Set) []string {
	var out []string
	for _, c := range s.Clusters() {
		var names []string
		for _, id := range c {
			names = append(names, s.profiles[id].Name)
		}
		slices.Sort(names)
		if len(names) > 1 {
			out = append(out, strings.Join(names, " = "))
		}
	}
	slices.Sort(out)
	return out
}

// invent makes names that have much in common, of two types and none, in a few documents.
func invent(rnd *rand.Rand, n int) []Profile {
	pick := func(words string) string { w := strings.Split(words, ","); return w[rnd.IntN(len(w))] }
	var out []Profile
	for range n {
		name := pick("Mr. ,Mrs. ,Miss ,Dr. ,Captain ,Sir ,King ,,,,,") + pick("John,Jack,J.,Mary,Elizabeth,Lizzie,Bob,Robert,Ezra,,") +
			pick(" , A. , Ann , Adam ") + pick("Smith,Smyth,Bennet,Bennett,King,van Gogh,of York,,") + pick(", Jr., II, III,, the Great, (poet),,,")
		p := named(name, pick("Person,Person,Person,Organization,"))
		for d := range 4 {
			if rnd.IntN(2) == 0 {
				p.Documents = append(p.Documents, graph.ID('a'+rune(d)))
			}
		}
		if len(p.Documents) == 0 {
			p.Documents = []graph.ID{"z"}
		}
		if rnd.IntN(20) == 0 {
			p.Part, p.ID = "part", graph.KeyElementID(p.Norm, "part")
		}
		out = append(out, p)
	}
	return out
}
