package identity

import (
	"slices"

	"grove/ingest/resolve/alias"
	"grove/internal/graph"
)

// uses are the mentions of one name.
type uses struct {
	name            graph.Name
	id              graph.ID // of the name's own element
	surfaces, types tally
	documents       []graph.ID // in the order of their chunks, some more than once
	// placements are the elements that the mentions refer to: one, except for chunks that
	// must be restated.
	placements []placement
	// belongs is the element that they should refer to.
	belongs Element
}

// placement is the chunks that mention a name with one element.
type placement struct {
	element graph.ID
	chunks  []graph.ID
}

func (u *uses) add(use graph.NameUse) {
	u.surfaces.add(use.Surface, use.Count)
	u.types.add(use.Type, use.Count)
	if n := len(u.documents); n == 0 || u.documents[n-1] != use.Document {
		u.documents = append(u.documents, use.Document)
	}
	for i := range u.placements {
		if s := &u.placements[i]; s.element == use.Element {
			s.chunks = append(s.chunks, use.Chunk)
			return
		}
	}
	if use.Element == u.id {
		use.Element = u.id // in the memory of one
	}
	u.placements = append(u.placements, placement{use.Element, []graph.ID{use.Chunk}})
}

// exact is a type whose names package alias never merges by rule.
const exact = "quantity"

// typed reports whether a name is that of an entity: more than half of its mentions
// have a type. A common word mistaken for a name once, at the beginning of a sentence,
// must not be merged with names.
func (u *uses) typed() bool { return 2*u.types.sum > u.surfaces.sum }

// profile returns the name as package alias compares it; one that is not automatic is
// merged by decisions alone.
func (u *uses) profile(automatic bool) alias.Profile {
	slices.Sort(u.documents)
	u.documents = slices.Compact(u.documents)
	p := alias.Profile{ID: u.id, Norm: u.name.Norm, Name: u.surfaces.top(), Type: u.types.top(), Part: string(u.name.Part), Documents: u.documents}
	if !automatic {
		p.Type = exact
	}
	return p
}
