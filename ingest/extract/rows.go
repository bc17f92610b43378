package extract

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"grove/internal/text"
)

// row reads one item of a reply: a list of its fields in their order, or the object with
// named fields that earlier prompts asked for and some models give.
type row[T any] struct {
	item T
	// listed is true for a list.
	listed bool
}

// UnmarshalJSON reads a list or an object. A number in a list is a field too; a list in it
// stands for its own fields.
func (r *row[T]) UnmarshalJSON(raw []byte) error {
	if bytes.HasPrefix(raw, []byte("{")) {
		return json.Unmarshal(raw, &r.item)
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

func items[T any](rows *[]row[T]) []T {
	if rows == nil {
		return nil
	}
	out := make([]T, len(*rows))
	for i, r := range *rows {
		out[i] = r.item
	}
	return out
}

// extraction returns the items. The elements of a fact that is a list are completed by the
// names of entities that stand in it, which the prompt says to leave out.
func (l lists) extraction() *Extraction {
	e := &Extraction{items(l.Facts), items(l.Entities), items(l.Triples), items(l.Attributes)}
	var names []string
	for i := range e.Facts {
		if !(*l.Facts)[i].listed {
			continue
		}
		if names == nil {
			names = longestFirst(e.Entities)
		}
		f := &e.Facts[i]
		f.Elements = append(f.Elements, named(f.Text, names, f.Elements)...)
	}
	return e
}

func longestFirst(entities []Entity) []string {
	names := make([]string, 0, len(entities))
	for _, e := range entities {
		names = append(names, strings.TrimSpace(e.Name))
	}
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
