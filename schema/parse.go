package schema

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"grove/internal/fault"
	"grove/internal/graph"
)

// Parse reads a schema file: Grove's own form, in which a plain string stands for an
// object with that name, or the three string lists of
// Youtu-GraphRAG (Nodes, Relations, Attributes, in either case). Names are
// normalised and sorted. Refused as fault.Invalid: unknown keys, no types or no
// relations, a name that normalises to nothing, two that normalise alike, a
// domain or range that names no type.
func Parse(raw []byte) (*Schema, error) {
	return checked(raw, func(s *Schema) error {
		for _, n := range s.Names() {
			if n.By != "" {
				return errors.New(`unknown key "by"`)
			}
		}
		if s.Asked != "" {
			return errors.New(`unknown key "asked"`)
		}
		return nil
	})
}

// ParseStored reads the schema of a workspace: a seed and what was accepted
// beside it, in the form that Body gives.
func ParseStored(raw []byte) (*Schema, error) {
	return checked(raw, func(s *Schema) error {
		for _, n := range s.Names() {
			if n.By != "" && n.By != ByPerson && n.By != ByEvolution {
				return fmt.Errorf("%s %s has the unknown acceptor %q", n.Part, n.Name, n.By)
			}
		}
		return nil
	})
}

func checked(raw []byte, check func(*Schema) error) (*Schema, error) {
	s, err := parse(raw)
	if err == nil {
		err = check(s)
	}
	return s, fault.From(fault.Invalid, "schema.Parse", "", err,
		`give {"types":[{"name":"..."}],"relations":[{"name":"..."}],"attributes":[{"name":"..."}]}, or lists of names`)
}

func parse(raw []byte) (*Schema, error) {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(raw, &keys); err != nil {
		return nil, misread(err, raw, "the file")
	}
	if err := onceEach(keys); err != nil {
		return nil, err
	}
	s := &Schema{}
	var err error
	if isSeed(keys) {
		err = readSeed(s, raw)
	} else {
		err = s.readOwn(raw)
	}
	if err != nil {
		return nil, err
	}
	return s, s.normalise()
}

// onceEach refuses keys that differ by case only, as one would be lost.
func onceEach(keys map[string]json.RawMessage) error {
	sorted := slices.Sorted(maps.Keys(keys))
	for i, k := range sorted {
		for _, other := range sorted[:i] {
			if strings.EqualFold(k, other) {
				return fmt.Errorf("the keys %q and %q are the same", other, k)
			}
		}
	}
	return nil
}

// isSeed reports whether the file has the papers' seed form, by its list of nodes.
func isSeed(keys map[string]json.RawMessage) bool {
	_, upper := keys["Nodes"]
	_, lower := keys["nodes"]
	return upper || lower
}

func (s *Schema) normalise() error {
	if len(s.Types) == 0 || len(s.Relations) == 0 {
		return errors.New("a schema needs at least one type and one relation")
	}
	switch s.Evolution {
	case "", Off, Auto:
	case Propose:
		s.Evolution = ""
	default:
		return fmt.Errorf("evolution is %q, not off, propose or auto", s.Evolution)
	}
	if s.Attributes == nil {
		s.Attributes = []Attribute{}
	}
	for i := range s.Types {
		s.Types[i].Name = TypeName(s.Types[i].Name)
	}
	for i := range s.Relations {
		r := &s.Relations[i]
		r.Name = RelationName(r.Name)
		for _, list := range [][]string{r.Domain, r.Range} {
			for j := range list {
				list[j] = TypeName(list[j])
			}
			slices.Sort(list)
		}
	}
	for i := range s.Attributes {
		s.Attributes[i].Name = AttributeName(s.Attributes[i].Name)
	}
	for _, t := range s.Types {
		if err := graph.CheckName("type", t.Name); err != nil {
			return err
		}
	}
	for _, r := range s.Relations {
		if err := graph.CheckName("relation", r.Name); err != nil {
			return err
		}
	}
	if err := cmp.Or(sortUnique("type", s.Types, func(t Type) string { return t.Name }),
		sortUnique("relation", s.Relations, func(r Relation) string { return r.Name }),
		sortUnique("attribute", s.Attributes, func(a Attribute) string { return a.Name })); err != nil {
		return err
	}
	for _, r := range s.Relations {
		for _, t := range slices.Concat(r.Domain, r.Range) {
			if _, ok := s.Type(t); !ok {
				return fmt.Errorf("relation %s names the type %q, which is not in the schema", r.Name, t)
			}
		}
	}
	return nil
}

func sortUnique[E any](kind string, list []E, key func(E) string) error {
	slices.SortFunc(list, func(a, b E) int { return cmp.Compare(key(a), key(b)) })
	for i, e := range list {
		switch {
		case key(e) == "":
			return fmt.Errorf("a %s has a name without letters or digits", kind)
		case i > 0 && key(list[i-1]) == key(e):
			return fmt.Errorf("two %ss normalise to %s", kind, key(e))
		}
	}
	return nil
}
