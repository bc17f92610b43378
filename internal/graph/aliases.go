package graph

import (
	"cmp"
	"maps"
	"slices"
)

// ElementNorm is a normalised name, other than its own, by which a key element can be
// found (see KeyElement.OtherNorms).
type ElementNorm struct {
	Norm    string
	Element ID
}

// diffNorms sets Norms and DropNorms from the written and dropped elements.
func (d *Delta) diffNorms(before State) {
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

// without returns the other names of k that other does not have.
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
