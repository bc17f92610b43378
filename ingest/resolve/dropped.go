package resolve

import (
	"cmp"
	"slices"

	"grove/internal/graph"
)

// maxExamples is the most violations of the schema in Dropped.Examples.
const maxExamples = 20

// Dropped counts extracted items that did not become evidence unchanged.
type Dropped struct {
	// NotInText counts names that are neither in their fact, nor in the chunk, nor in its title.
	NotInText int `json:"not_in_text"`
	// EndsNotInText counts triples and attributes that were left out because a name of
	// theirs is not in the text.
	EndsNotInText int `json:"ends_not_in_text"`
	// FactsNotInText counts facts of whose words less than a third are in the chunk or the title, and those that refer to an
	// entity that the reply lacks.
	FactsNotInText int `json:"facts_not_in_text"`
	// OverLimit counts items beyond the most of their kind in a chunk, see mostItems, and values of
	// more than 300 characters.
	OverLimit int `json:"over_limit"`
	// OutsideSchema counts types, relations and attributes the schema does not have,
	// and relations between types that it does not join.
	OutsideSchema int `json:"outside_schema"`
	// KeptAside counts those of OutsideSchema that became proposals.
	KeptAside int `json:"kept_aside"`
	// Examples are violations of the schema, one for each name and reason: the first 20
	// by part and name, independent of the order of chunks.
	Examples []Violation `json:"examples,omitempty"`
}

// Why is the reason of a violation.
type Why string

// The reasons.
const (
	notInSchema   Why = "not in the schema"
	typesDoNotFit Why = "the relation does not join these types"
	noName        Why = "not a name for the graph"
)

// Violation is an extracted item outside the schema.
type Violation struct {
	Part graph.SchemaPart `json:"part"`
	Name string           `json:"name"`
	Why  Why              `json:"why"`
	// Subject and Object are the names of the item; see graph.ProposalEvidence.
	Subject string   `json:"subject"`
	Object  string   `json:"object,omitempty"`
	Chunk   graph.ID `json:"chunk"`
}

// violate adds a violation. The examples of a chunk are bounded by bound.
func (d *Dropped) violate(v Violation, proposed bool) {
	d.OutsideSchema++
	if proposed {
		d.KeptAside++
	}
	d.Examples = append(d.Examples, v)
	if len(d.Examples) > 4*maxExamples {
		d.bound()
	}
}

// Add adds other's counts.
func (d *Dropped) Add(other Dropped) {
	d.NotInText += other.NotInText
	d.EndsNotInText += other.EndsNotInText
	d.FactsNotInText += other.FactsNotInText
	d.OverLimit += other.OverLimit
	d.OutsideSchema += other.OutsideSchema
	d.KeptAside += other.KeptAside
	if len(other.Examples) > 0 {
		d.Examples = slices.Concat(d.Examples, other.Examples)
		d.bound()
	}
}

// bound reduces the examples to the first of each name and reason, at most maxExamples.
func (d *Dropped) bound() {
	slices.SortFunc(d.Examples, func(a, b Violation) int {
		return cmp.Or(cmp.Compare(a.Part, b.Part), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Why, b.Why),
			cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.Object, b.Object), cmp.Compare(a.Chunk, b.Chunk))
	})
	d.Examples = slices.CompactFunc(d.Examples, func(a, b Violation) bool { return a.Part == b.Part && a.Name == b.Name && a.Why == b.Why })
	if len(d.Examples) > maxExamples {
		d.Examples = slices.Clone(d.Examples[:maxExamples])
	}
}
