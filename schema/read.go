package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// readSeed reads the papers' seed form: three lists of names.
func readSeed(s *Schema, raw []byte) error {
	var seed struct{ Nodes, Relations, Attributes []string }
	if err := strict(raw, &seed, "the file"); err != nil {
		return err
	}
	for _, n := range seed.Nodes {
		s.Types = append(s.Types, Type{Name: n})
	}
	for _, n := range seed.Relations {
		s.Relations = append(s.Relations, Relation{Name: n})
	}
	for _, n := range seed.Attributes {
		s.Attributes = append(s.Attributes, Attribute{Name: n})
	}
	return nil
}

// readOwn reads Grove's own form, item by item, so that an error says which item is meant.
func (s *Schema) readOwn(raw []byte) error {
	var own struct {
		Name       string            `json:"name"`
		Types      []json.RawMessage `json:"types"`
		Relations  []json.RawMessage `json:"relations"`
		Attributes []json.RawMessage `json:"attributes"`
		Evolution  Evolution         `json:"evolution"`
		Asked      string            `json:"asked"`
	}
	if err := strict(raw, &own, "the file"); err != nil {
		return err
	}
	s.Name, s.Evolution, s.Asked = own.Name, own.Evolution, own.Asked
	var err error
	if s.Types, err = items(own.Types, "types", func(name string) Type { return Type{Name: name} }); err != nil {
		return err
	}
	if s.Relations, err = items(own.Relations, "relations", func(name string) Relation { return Relation{Name: name} }); err != nil {
		return err
	}
	s.Attributes, err = items(own.Attributes, "attributes", func(name string) Attribute { return Attribute{Name: name} })
	return err
}

// items reads the items of a list, of which a plain string is a name.
func items[E any](list []json.RawMessage, key string, named func(string) E) ([]E, error) {
	out := make([]E, len(list))
	for i, raw := range list {
		var name string
		if json.Unmarshal(raw, &name) == nil && bytes.HasPrefix(raw, []byte(`"`)) {
			out[i] = named(name)
		} else if err := strict(raw, &out[i], fmt.Sprintf("number %d of %q", i+1, key)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// strict reads one JSON value, of which every key is known; where names it in errors.
func strict(raw []byte, into any, where string) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return misread(err, raw, where)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one JSON value")
	}
	return nil
}

// misread returns an error that explains why JSON could not be parsed, and where.
func misread(err error, raw []byte, where string) error {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		what := where
		if wrong.Field != "" {
			what = fmt.Sprintf("%q in %s", wrong.Field, where)
		}
		return fmt.Errorf("%s is %s, and has to be %s", what, inWords(wrong.Value), kindInWords(wrong.Type))
	}
	if wrong, ok := errors.AsType[*json.SyntaxError](err); ok {
		before := raw[:min(max(wrong.Offset, 0), int64(len(raw)))]
		return fmt.Errorf("not JSON: line %d: %w", 1+bytes.Count(before, []byte("\n")), err)
	}
	return fmt.Errorf("%s: %s", where, strings.TrimPrefix(err.Error(), "json: "))
}

// inWords names a kind of JSON value as encoding/json does.
func inWords(value string) string {
	kind, _, _ := strings.Cut(value, " ") // a number may follow
	switch kind {
	case "string":
		return "a text in quotes"
	case "number":
		return "a number"
	case "bool":
		return "true or false"
	case "array":
		return "a list"
	case "object":
		return "an object {...}"
	}
	return value
}

// kindInWords names the JSON value that a Go type is read from.
func kindInWords(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return inWords("string")
	case reflect.Slice:
		return inWords("array")
	default: // a map or a struct: a schema holds nothing else
		return inWords("object")
	}
}
