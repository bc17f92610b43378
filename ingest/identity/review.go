package identity

import (
	"cmp"
	"slices"

	"grove/ingest/resolve/alias"
	"grove/internal/graph"
	"grove/internal/lists"
)

// Of returns the names that belong to an element, sorted.
func (n *Names) Of(element graph.ID) []graph.Name {
	var out []graph.Name
	for id, c := range n.byID { // whose keys spare the hash of each name
		if other, ok := n.others[c.name]; ok {
			id = other.ID
		}
		if id == element {
			out = append(out, c.name)
		}
	}
	slices.SortFunc(out, compareNames)
	return out
}

// Documents returns the documents that mention a name, sorted; nil where none does.
func (n *Names) Documents(name graph.Name) []graph.ID {
	c := n.byName[name]
	if c == nil {
		return nil
	}
	return lists.Sorted(c.documents)
}

// Duplicate is a pair of names that may be one entity, which the names alone leave open.
type Duplicate struct {
	A Candidate `json:"a"`
	B Candidate `json:"b"`
	// Reason is the rule that paired them, such as "misspelling"; Score is how alike their
	// letters are, 0 to 1.
	Reason string  `json:"reason"`
	Score  float64 `json:"score"`
	// Similarity is the cosine of what the graph has about them, by the embedder, -1 to 1
	// in thousandths; 0 where it has nothing about one of them (see [Summaries.Texts]).
	Similarity float64 `json:"similarity"`
}

// Candidate is one name of a Duplicate.
type Candidate struct {
	// Element is the element that the name belongs to now.
	Element graph.ID `json:"id"`
	Name    string   `json:"name"`
	Type    string   `json:"type"`
	// Documents is the number of documents that mention the name.
	Documents int `json:"documents"`
	// Own is the name itself.
	Own graph.Name `json:"-"`
}

// Duplicates returns at most limit pairs, those with the most alike letters first.
// Their Similarity is not set yet (see [Rank]).
func (n *Names) Duplicates(limit int) []Duplicate {
	return lists.Map(n.set.Grey(limit), func(p alias.Pair) Duplicate {
		return Duplicate{A: n.candidate(p.A), B: n.candidate(p.B), Reason: p.Reason, Score: float64(p.Score) / 1000}
	})
}

func (n *Names) candidate(id graph.ID) Candidate {
	c := n.byID[id]
	return Candidate{n.Element(c.name).ID, c.surfaces.top(), c.types.top(), len(n.Documents(c.name)), c.name}
}

func compareNames(a, b graph.Name) int {
	return cmp.Or(cmp.Compare(a.Norm, b.Norm), cmp.Compare(a.Part, b.Part))
}
