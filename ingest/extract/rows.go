package extract

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"grove/internal/text"
	"grove/schema"
)

// row reads one item of a reply: a line, or the list of fields or the object with named fields
// that earlier prompts asked for and some models give.
type row[T any] struct {
	item T
	// listed is true for a list; line is the line.
	listed bool
	line   *string
}

// UnmarshalJSON reads a line, a list or an object. A number in a list is a field too; a list in it
// stands for its own fields.
func (r *row[T]) UnmarshalJSON(raw []byte) error {
	switch {
	case bytes.HasPrefix(raw, []byte("{")):
		return json.Unmarshal(raw, &r.item)
	case bytes.HasPrefix(raw, []byte(`"`)):
		return json.Unmarshal(raw, &r.line)
	}
	var fields []string
	if err := flatten(raw, &fields); err != nil {
		return err
	}
	r.listed = true
	at := func(i int) string {
		if i < len(fields) {
			return fields[i]
		}
		return ""
	}
	switch item := any(&r.item).(type) {
	case *Fact:
		*item = Fact{Text: at(0), Elements: fields[min(1, len(fields)):]}
	case *Entity:
		*item = Entity{Name: at(0), Type: at(1), Description: at(2)}
	case *Triple:
		*item = Triple{Head: at(0), Relation: at(1), Tail: at(2)}
	case *Attribute:
		*item = Attribute{Entity: at(0), Key: at(1), Value: at(2)}
	}
	return nil
}

// flatten appends the texts and numbers of a JSON value of lists.
func flatten(raw json.RawMessage, out *[]string) error {
	switch raw = bytes.TrimSpace(raw); {
	case bytes.HasPrefix(raw, []byte("[")):
		var list []json.RawMessage
		if err := json.Unmarshal(raw, &list); err != nil {
			return err
		}
		for _, item := range list {
			if err := flatten(item, out); err != nil {
				return err
			}
		}
		return nil
	case len(raw) > 0 && strings.IndexByte("-0123456789", raw[0]) >= 0:
		*out = append(*out, string(raw))
		return nil
	}
	var s string
	err := json.Unmarshal(raw, &s) // null is an empty field
	*out = append(*out, s)
	return err
}

// extraction returns the items. Key elements of a fact that is a line or a list are also the names of entities that stand in it,
// which the prompt says to leave out, and, of one that is a line, the values of attributes of the entities that it refers to.
func (l items) extraction(s *schema.Schema) *Extraction {
	e := &Extraction{}
	var n names
	values := map[string][]string{}
	for _, r := range rowsOf(l.Entities) {
		var attributes []Attribute
		if r.line != nil {
			r.item, attributes = entityLine(*r.line, s)
		}
		n = append(n, strings.TrimSpace(r.item.Name))
		e.Entities, e.Attributes = append(e.Entities, r.item), append(e.Attributes, attributes...)
	}
	for i := range e.Entities {
		e.Entities[i].Description, _ = n.in(e.Entities[i].Description)
	}
	for i, a := range e.Attributes {
		e.Attributes[i].Value, _ = n.in(a.Value)
		values[a.Entity] = append(values[a.Entity], e.Attributes[i].Value)
	}
	for _, r := range rowsOf(l.Attributes) {
		e.Attributes = append(e.Attributes, r.item)
	}
	for _, r := range rowsOf(l.Triples) {
		if r.line == nil {
			e.Triples = append(e.Triples, r.item)
			continue
		}
		e.Triples = append(e.Triples, n.triples(*r.line, s)...)
	}
	ordered := longestFirst(n)
	for _, r := range rowsOf(l.Facts) {
		f := r.item
		if r.line != nil {
			f.Text, f.Elements = n.in(*r.line)
			for _, name := range f.Elements {
				f.Elements = append(f.Elements, named(f.Text, values[name], f.Elements)...)
			}
		}
		if r.line != nil || r.listed {
			f.Elements = append(f.Elements, named(f.Text, ordered, f.Elements)...)
		}
		e.Facts = append(e.Facts, f)
	}
	return e
}

func rowsOf[T any](rows *[]row[T]) []row[T] {
	if rows == nil {
		return nil
	}
	return *rows
}

func longestFirst(names []string) []string {
	names = slices.Clone(names)
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return slices.Compact(names)
}

// named returns the names that stand in a fact, but not inside a longer one of them, without
// those already given.
func named(fact string, names, given []string) []string {
	var out []string
	for _, name := range names {
		first, n := text.Occurrences(fact, name)
		if n > 0 && !slices.Contains(given, name) {
			out = append(out, name)
		}
		for ; n > 0; first, n = text.Occurrences(fact, name) {
			fact = fact[:first] + "\n" + fact[first+len(name):]
		}
	}
	return out
}
