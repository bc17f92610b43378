package identity

import (
	"slices"

	"grove/ingest/resolve/alias"
	"grove/internal/graph"
)

// uses is what is known of a name.
type uses struct {
	name            graph.Name
	id              graph.ID // the name's own
	surfaces, types tally
	documents       []graph.ID // in the order of their chunks, some more than once
	// standing are the elements under which it is mentioned: one, but for what is to
	// be restated.
	standing []standing
	// belongs is where it should be.
	belongs Element
}

// standing are the chunks that mention a name under one element.
type standing struct {
	element graph.ID
	chunks  []graph.ID
}

func (u *uses) add(use graph.NameUse) {
	u.surfaces.add(use.Surface, use.Count)
	u.types.add(use.Type, use.Count)
	if n := len(u.documents); n == 0 || u.documents[n-1] != use.Document {
		u.documents = append(u.documents, use.Document)
	}
	for i := range u.standing {
		if s := &u.standing[i]; s.element == use.Element {
			s.chunks = append(s.chunks, use.Chunk)
			return
		}
	}
	u.standing = append(u.standing, standing{use.Element, []graph.ID{use.Chunk}})
}

// exact is a type whose names package alias never joins by itself.
const exact = "quantity"

// typed tells whether a name is that of an entity: it has a type in more than half
// of the places where it stands. A common word that is taken for a name once, at
// the beginning of a sentence, is not to be joined with names.
func (u *uses) typed() bool { return 2*u.types.sum > u.surfaces.sum }

// profile is the name as package alias judges it: one that is not to be joined
// automatically is joined by people alone.
func (u *uses) profile(automatic bool) alias.Profile {
	slices.Sort(u.documents)
	u.documents = slices.Compact(u.documents)
	p := alias.Profile{ID: u.id, Norm: u.name.Norm, Name: u.surfaces.top(), Type: u.types.top(), Part: string(u.name.Part), Documents: u.documents}
	if !automatic {
		p.Type = exact
	}
	return p
}
