package identity

import (
	"cmp"
	"slices"

	"grove/internal/graph"
)

// Of are the names that belong to an element, sorted.
func (n *Names) Of(element graph.ID) []graph.Name {
	var out []graph.Name
	for name, u := range n.known {
		if u.belongs.ID == element && len(u.standing) > 0 {
			out = append(out, name)
		}
	}
	slices.SortFunc(out, compareNames)
	return out
}

// Documents are those that mention a name, sorted; nil where no such name is.
func (n *Names) Documents(name graph.Name) []graph.ID {
	u := n.known[name]
	if u == nil {
		return nil
	}
	out := slices.Sorted(slices.Values(u.documents))
	return slices.Compact(out)
}

// Duplicate is a pair of names that may be of one thing, which the names alone
// leave open.
type Duplicate struct {
	A Candidate `json:"a"`
	B Candidate `json:"b"`
	// Reason is why, such as "misspelling"; Score is how alike the two are by their
	// letters, 0 to 1.
	Reason string  `json:"reason"`
	Score  float64 `json:"score"`
	// Similarity is how alike what the graph says of them is by the embedder, -1 to 1 in
	// thousandths; 0 where it has nothing about one of them (see [Summaries.Texts]).
	Similarity float64 `json:"similarity"`
}

// Candidate is one of the two.
type Candidate struct {
	// Element is where the name belongs now.
	Element graph.ID `json:"id"`
	Name    string   `json:"name"`
	Type    string   `json:"type"`
	// Documents is how many mention the name.
	Documents int `json:"documents"`
	// Own is the name itself, whatever it belongs to.
	Own graph.Name `json:"-"`
}

// Duplicates are at most limit pairs, those first that are the most alike by letters.
// Their similarity is not known yet (see [Rank]).
func (n *Names) Duplicates(limit int) []Duplicate {
	out := []Duplicate{}
	for _, p := range n.set.Grey(limit) {
		out = append(out, Duplicate{A: n.candidate(p.A), B: n.candidate(p.B), Reason: p.Reason, Score: float64(p.Score) / 1000})
	}
	return out
}

func (n *Names) candidate(id graph.ID) Candidate {
	u := n.own[id]
	return Candidate{u.belongs.ID, u.surfaces.top(), u.types.top(), len(n.Documents(u.name)), u.name}
}

func compareNames(a, b graph.Name) int {
	return cmp.Or(cmp.Compare(a.Norm, b.Norm), cmp.Compare(a.Part, b.Part))
}
