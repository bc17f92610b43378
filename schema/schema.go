// Package schema defines the schema of a graph: entity types, relations and attributes.
// Statements of a model outside it never become typed triples.
package schema

import (
	"cmp"
	"encoding/json"
	"slices"
)

// Schema is <entity types, relations, attributes> of Youtu-GraphRAG, with
// descriptions, and domain and range where a relation has them. Make one by
// Parse or General, which normalise and check it.
//
// A workspace's schema is its seed, from a file, and what was accepted beside it
// (By): see Evolve.
type Schema struct {
	Name       string      `json:"name"`
	Types      []Type      `json:"types"`
	Relations  []Relation  `json:"relations"`
	Attributes []Attribute `json:"attributes"`
	// Evolution is the treatment of names that are not in the seed; "" is Propose.
	Evolution Evolution `json:"evolution,omitempty"`
	// Asked names the schema under which models were last asked anew (Question); ""
	// where replies count whatever schema they were given under.
	Asked string `json:"asked,omitempty"`
}

// By is who accepted a name that is not in the seed; "" is a name of the seed.
type By string

// Those who accept names.
const (
	ByPerson    By = "person"
	ByEvolution By = "evolution"
)

// Type is an entity type, in UpperCamel: it becomes a label in the graph.
type Type struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	By          By     `json:"by,omitempty"`
}

// Relation is a relation between entities, in UPPER_SNAKE: it becomes a
// relation type in the graph.
type Relation struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	// Domain and Range are the types the head and the tail may have; empty is any.
	Domain []string `json:"domain,omitempty"`
	Range  []string `json:"range,omitempty"`
	By     By       `json:"by,omitempty"`
}

// OtherName is the attribute whose value is another name of the entity.
const OtherName = "other name"

// Attribute is a property key of entities, lower case.
type Attribute struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	By          By     `json:"by,omitempty"`
}

// Body returns the schema as canonical JSON: the form that a store keeps as a version.
func (s *Schema) Body() string {
	raw, err := json.Marshal(s)
	if err != nil {
		panic("a schema of strings does not marshal: " + err.Error())
	}
	return string(raw)
}

// Type finds an entity type by a name as someone may write it.
func (s *Schema) Type(name string) (Type, bool) {
	return find(s.Types, TypeName(name), func(t Type) string { return t.Name })
}

// Relation finds a relation by a name as someone may write it.
func (s *Schema) Relation(name string) (Relation, bool) {
	return find(s.Relations, RelationName(name), func(r Relation) string { return r.Name })
}

// Attribute finds an attribute by a name as someone may write it.
func (s *Schema) Attribute(name string) (Attribute, bool) {
	return find(s.Attributes, AttributeName(name), func(a Attribute) string { return a.Name })
}

// find looks a normalised name up in a list sorted by name.
func find[E any](list []E, name string, key func(E) string) (E, bool) {
	i, ok := place(list, name, key)
	if !ok {
		var none E
		return none, false
	}
	return list[i], true
}

// place returns the index that a name has, or would have, in a list sorted by name.
func place[E any](list []E, name string, key func(E) string) (int, bool) {
	return slices.BinarySearchFunc(list, name, func(e E, name string) int { return cmp.Compare(key(e), name) })
}

// Fits reports whether a relation may join these types; an unknown type ("") fits anywhere.
func (r Relation) Fits(head, tail string) bool {
	return fits(r.Domain, head) && fits(r.Range, tail)
}

func fits(allowed []string, name string) bool {
	return name == "" || len(allowed) == 0 || slices.Contains(allowed, name)
}
