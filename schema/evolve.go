package schema

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"grove/internal/graph"
	"grove/internal/lists"
)

// Evolution is the treatment of names that are not in the seed.
type Evolution string

// The modes. Names outside the seed become proposals by Propose and Auto; by Off
// they are dropped and counted.
const (
	Off     Evolution = "off"
	Propose Evolution = "propose"
	Auto    Evolution = "auto"
)

// Mode returns the evolution in force: Propose where the schema names none.
func (s *Schema) Mode() Evolution {
	return cmp.Or(s.Evolution, Propose)
}

// WithMode returns the schema with another evolution; "" leaves it as it is.
func (s *Schema) WithMode(e Evolution) *Schema {
	c := *s
	if c.Evolution = cmp.Or(e, s.Evolution); e == Propose {
		c.Evolution = ""
	}
	return &c
}

// What it takes for a proposal to be accepted automatically.
const (
	// Mu is the least confidence: the threshold of Youtu-GraphRAG's evolution, for
	// which its public code says 0.9.
	Mu = 0.9
	// LeastChunks is the least support, in chunks.
	LeastChunks = 3
	// LeastDocuments is the least number of documents, where there are several.
	LeastDocuments = 2
)

// Acceptable reports whether a proposal without a decision is accepted in a workspace
// with so many documents.
func Acceptable(p graph.ProposalRow, documents int) bool {
	return p.Confidence >= Mu && p.Support >= LeastChunks && (documents < LeastDocuments || p.Documents >= LeastDocuments)
}

// Evolve returns the schema that follows from the seed of s, the decisions (the last one
// about a name counts) and the proposals: a pure function, in which neither the order of
// proposals nor what was accepted before plays a part. A person's decision overrules
// everything; the seed cannot be rejected.
func (s *Schema) Evolve(decisions []Decision, proposals []graph.ProposalRow, documents int) *Schema {
	out := s.Seed()
	accepted := lists.Table(decisions, func(d Decision) (graph.ID, bool) { return d.Proposal(), d.Accept })
	for _, d := range decisions {
		if accepted[d.Proposal()] {
			out.add(d.Part, d.Name, ByPerson)
		}
	}
	if s.Mode() == Auto {
		for _, p := range proposals {
			if _, decided := accepted[p.ID]; !decided && Acceptable(p, documents) {
				out.add(p.Part, p.Name, ByEvolution)
			}
		}
	}
	return out
}

// add puts a name into its place, unless it is there.
func (s *Schema) add(part graph.SchemaPart, name string, by By) {
	switch part {
	case graph.PartType:
		s.Types = insert(s.Types, name, Type{Name: name, By: by}, func(t Type) string { return t.Name })
	case graph.PartRelation:
		s.Relations = insert(s.Relations, name, Relation{Name: name, By: by}, func(r Relation) string { return r.Name })
	case graph.PartAttribute:
		s.Attributes = insert(s.Attributes, name, Attribute{Name: name, By: by}, func(a Attribute) string { return a.Name })
	}
}

func insert[E any](list []E, name string, e E, key func(E) string) []E {
	i, there := place(list, name, key)
	if there {
		return list
	}
	return slices.Insert(list, i, e)
}

// Seed returns the schema without what was accepted beside it.
func (s *Schema) Seed() *Schema { return s.only(func(by By) bool { return by == "" }) }

// Shown returns what a model is shown: the seed and what people accepted, not the
// automatic part, so that what a model says cannot hang on the order of documents.
func (s *Schema) Shown() *Schema { return s.only(func(by By) bool { return by != ByEvolution }) }

func (s *Schema) only(keep func(By) bool) *Schema {
	c := *s
	c.Types = slices.DeleteFunc(slices.Clone(s.Types), func(t Type) bool { return !keep(t.By) })
	c.Relations = slices.DeleteFunc(slices.Clone(s.Relations), func(r Relation) bool { return !keep(r.By) })
	c.Attributes = slices.DeleteFunc(slices.Clone(s.Attributes), func(a Attribute) bool { return !keep(a.By) })
	return &c
}

// Bare returns the seed as its file gave it: without evolution and question.
func (s *Schema) Bare() *Schema {
	c := s.Seed()
	c.Evolution, c.Asked = "", ""
	return c
}

// Question names what a model is shown of the schema, for Asked.
func (s *Schema) Question() string {
	c := s.Shown()
	c.Evolution, c.Asked = "", ""
	sum := sha256.Sum256([]byte(c.Body()))
	return hex.EncodeToString(sum[:8])
}
