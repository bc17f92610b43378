package graph

import (
	"cmp"
	"maps"
	"slices"
)

// ElementNorm says that a key element can be found by a normalised name which is
// not its own (see KeyElement.OtherNorms).
type ElementNorm struct {
	Norm    string
	Element ID
}

// settleNorms works out by which other names the written and dropped elements
// can be found from now on, and no longer.
func (d *Delta) settleNorms(before State) {
	was := func(id ID) KeyElement {
		s := before.Elements[id]
		return KeyElement{ID: id, Norm: s.Norm, Aliases: slices.Collect(maps.Keys(s.Surfaces))}
	}
	for _, id := range d.DropElements {
		d.DropNorms = append(d.DropNorms, without(was(id), KeyElement{})...)
	}
	for _, e := range d.Elements {
		old := was(e.ID)
		if slices.Sort(old.Aliases); slices.Equal(old.Aliases, e.Aliases) {
			continue
		}
		d.DropNorms = append(d.DropNorms, without(old, e.KeyElement)...)
		d.Norms = append(d.Norms, without(e.KeyElement, old)...)
	}
	for _, list := range [][]ElementNorm{d.DropNorms, d.Norms} {
		slices.SortFunc(list, func(a, b ElementNorm) int {
			return cmp.Or(cmp.Compare(a.Norm, b.Norm), cmp.Compare(a.Element, b.Element))
		})
	}
}

// without are the other names of k that other does not have.
func without(k, other KeyElement) []ElementNorm {
	var out []ElementNorm
	has := other.OtherNorms()
	for _, norm := range k.OtherNorms() {
		if _, found := slices.BinarySearch(has, norm); !found {
			out = append(out, ElementNorm{norm, k.ID})
		}
	}
	return out
}
