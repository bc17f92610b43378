package eval

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"grove/internal/fault"
	"grove/schema"
)

// ontology holds the concepts and relations that bound the triples of an item, in the
// form of Text2KGBench.
type ontology struct {
	Title    string `json:"title"`
	Concepts []struct {
		ID    string `json:"qid"`
		Label string `json:"label"`
	} `json:"concepts"`
	Relations []struct {
		Label  string `json:"label"`
		Domain string `json:"domain"`
		Range  string `json:"range"`
	} `json:"relations"`
	// schema is the ontology as a schema.
	schema *schema.Schema
}

// ontologies reads the ontologies of a folder, each file once.
type ontologies struct {
	dir  string
	read map[string]*ontology
}

func (o ontologies) get(name string) (*ontology, error) {
	if found, ok := o.read[name]; ok {
		return found, nil
	}
	path := filepath.Join(o.dir, name)
	if !filepath.IsLocal(name) {
		return nil, fmt.Errorf("the ontology %q lies outside the folder of the set", name)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fault.From(fault.Unreadable, "eval.ontology", path, err,
			"put the ontologies into the folder ontologies next to the items")
	}
	found := &ontology{}
	err = json.Unmarshal(raw, found)
	if err == nil {
		err = found.makeSchema()
	}
	if err != nil {
		return nil, fault.From(fault.Unreadable, "eval.ontology", path, err, "")
	}
	o.read[name] = found
	return found, nil
}

// makeSchema sets the schema. A relation whose domain or range is no concept of the ontology
// allows any type there; labels with the same name in a schema become one.
func (o *ontology) makeSchema() error {
	s := schema.Schema{Name: o.Title}
	types := map[string]string{}
	for _, c := range o.Concepts {
		name := schema.TypeName(c.Label)
		types[c.ID] = name
		if !slices.ContainsFunc(s.Types, func(t schema.Type) bool { return t.Name == name }) {
			s.Types = append(s.Types, schema.Type{Name: name})
		}
	}
	for _, r := range o.Relations {
		name := schema.RelationName(r.Label)
		if slices.ContainsFunc(s.Relations, func(r schema.Relation) bool { return r.Name == name }) {
			continue
		}
		s.Relations = append(s.Relations, schema.Relation{Name: name, Domain: one(types[r.Domain]), Range: one(types[r.Range])})
	}
	var err error
	o.schema, err = schema.Parse([]byte(s.Body()))
	return err
}

// one returns a list of the name, nil for "".
func one(name string) []string {
	if name == "" {
		return nil
	}
	return []string{name}
}
