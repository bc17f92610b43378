package identity

import (
	"grove/ingest/resolve/alias"
	"grove/internal/graph"
	"grove/internal/lists"
)

// counted is a name with what of its mentions decides which entity it denotes.
type counted struct {
	name            graph.Name
	surfaces, types tally
	documents       []graph.ID // in the order of their chunks, some more than once
}

// add counts a mention.
func (c *counted) add(use graph.NameUse) {
	c.surfaces.add(use.Surface, use.Count)
	c.types.add(use.Type, use.Count)
	if n := len(c.documents); n == 0 || c.documents[n-1] != use.Document {
		c.documents = append(c.documents, use.Document)
	}
}

// exact is a type whose names package alias never merges by rule.
const exact = "quantity"

// typed reports whether a name is that of an entity: more than half of its mentions
// have a type. A common word mistaken for a name once, at the beginning of a sentence,
// must not be merged with names.
func (c *counted) typed() bool { return 2*c.types.sum > c.surfaces.sum }

// profile returns the name with its id as package alias compares it; one that is not automatic is
// merged by decisions alone.
func (c *counted) profile(id graph.ID, automatic bool) alias.Profile {
	c.documents = lists.Sorted(c.documents)
	p := alias.Profile{ID: id, Norm: c.name.Norm, Part: string(c.name.Part), Name: c.surfaces.top(), Type: c.types.top(),
		Documents: c.documents}
	if !automatic {
		p.Type = exact
	}
	return p
}
