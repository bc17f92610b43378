package schema

import (
	"cmp"
	"slices"

	"grove/internal/graph"
	"grove/internal/lists"
)

// Name is a name of a schema, and who brought it.
type Name struct {
	Part graph.SchemaPart `json:"part"`
	Name string           `json:"name"`
	By   By               `json:"by,omitempty"`
}

// ID returns the id of the proposal of the name.
func (n Name) ID() graph.ID { return graph.ProposalID(n.Part, n.Name) }

// Names returns all names of the schema, by part and name.
func (s *Schema) Names() []Name {
	out := lists.Map(s.Types, func(t Type) Name { return Name{graph.PartType, t.Name, t.By} })
	out = append(out, lists.Map(s.Relations, func(r Relation) Name { return Name{graph.PartRelation, r.Name, r.By} })...)
	out = append(out, lists.Map(s.Attributes, func(a Attribute) Name { return Name{graph.PartAttribute, a.Name, a.By} })...)
	slices.SortFunc(out, func(a, b Name) int { return cmp.Or(cmp.Compare(a.Part, b.Part), cmp.Compare(a.Name, b.Name)) })
	return out
}

// Has reports whether the schema has a normalised name.
func (s *Schema) Has(part graph.SchemaPart, name string) bool {
	var ok bool
	switch part {
	case graph.PartType:
		_, ok = s.Type(name)
	case graph.PartRelation:
		_, ok = s.Relation(name)
	case graph.PartAttribute:
		_, ok = s.Attribute(name)
	}
	return ok
}

// NormalName returns the name in the form that names of the part have, "" where there
// is nothing in it to name anything by.
func NormalName(part graph.SchemaPart, name string) string {
	switch part {
	case graph.PartType:
		return TypeName(name)
	case graph.PartRelation:
		return RelationName(name)
	}
	return AttributeName(name)
}

// Change is what differs between two versions of a schema.
type Change struct {
	// Added and Removed are names that one version has and the other lacks; a name
	// whose By differs is in neither.
	Added   []Name `json:"added"`
	Removed []Name `json:"removed"`
	// Everything is true where a graph that follows the one version must be resolved
	// again as a whole: the seeds differ, models were asked anew, or names outside
	// the seed become proposals by only one of the two.
	Everything bool `json:"everything"`
}

// ModeChange is a change of the mode of evolution.
type ModeChange struct {
	From Evolution `json:"from"`
	To   Evolution `json:"to"`
}

// Diff returns the difference between two versions.
func Diff(from, to *Schema) Change {
	has := func(s *Schema) func(Name) bool { return func(n Name) bool { return s.Has(n.Part, n.Name) } }
	c := Change{Added: slices.DeleteFunc(to.Names(), has(from)), Removed: slices.DeleteFunc(from.Names(), has(to)),
		Everything: from.Bare().Body() != to.Bare().Body() || from.Asked != to.Asked}
	off, differ := from.Mode() == Off || to.Mode() == Off, len(c.Added)+len(c.Removed) > 0
	if off && (differ || from.Mode() != to.Mode() && (from.Mode() == Off) != (to.Mode() == Off)) {
		c.Everything = true
	}
	return c
}

// Empty reports whether the graph is not affected.
func (c Change) Empty() bool { return !c.Everything && len(c.Added)+len(c.Removed) == 0 }
