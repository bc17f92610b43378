package eval

import (
	"maps"

	"grove/internal/text"
)

// name is one name of a text, with its spans and types.
type name struct {
	spans []text.Span
	types map[string]bool
}

// names are a text's names by their normal form.
type names map[string]*name

// add records a mention.
func (n names) add(surface, typ string) *name {
	norm := normal(surface)
	if n[norm] == nil {
		n[norm] = &name{types: map[string]bool{}}
	}
	if typ != "" {
		n[norm].types[typ] = true
	}
	return n[norm]
}

// normal is the normal form of a name; a name of punctuation alone stays as it is.
func normal(surface string) string {
	if norm := text.Normalise(surface); norm != "" {
		return norm
	}
	return surface
}

// of returns the names of a type.
func (n names) of(typ string) names {
	out := maps.Clone(n)
	maps.DeleteFunc(out, func(_ string, one *name) bool { return !one.types[typ] })
	return out
}

// exact reports whether a name is among these.
func (n names) exact(norm string, _ *name) bool { return n[norm] != nil }

// overlap reports whether a name is among these or shares a character with one of them.
func (n names) overlap(norm string, one *name) bool {
	if n[norm] != nil {
		return true
	}
	for _, other := range n {
		for _, a := range one.spans {
			for _, b := range other.spans {
				if a.Start < b.End && b.Start < a.End {
					return true
				}
			}
		}
	}
	return false
}

// compare counts the agreements of gold and found.
func compare(gold, found names, among func(names, string, *name) bool) tally {
	t := tally{predicted: len(found), gold: len(gold)}
	for norm, one := range found {
		if among(gold, norm, one) {
			t.right++
		}
	}
	for norm, one := range gold {
		if among(found, norm, one) {
			t.found++
		}
	}
	return t
}
