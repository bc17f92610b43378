package identity

import (
	"slices"

	"grove/internal/graph"
	"grove/internal/text"
)

// rename returns the evidence of a document's chunk with the elements that its names belong to. It
// is not ok where names of one element now belong to different ones, as after a split:
// then the evidence does not tell which of them a fact is about.
func (n *Elements) rename(document graph.ID, e graph.Evidence) (graph.Evidence, bool) {
	place := map[graph.ID]Element{}
	mentions := slices.Clone(e.Mentions)
	for i, m := range mentions {
		to := n.Element(n.in(document, text.Normalise(m.Surface)))
		if other, seen := place[m.Element]; seen && other != to {
			return graph.Evidence{}, false
		}
		place[m.Element] = to
		mentions[i].Element, mentions[i].Norm = to.ID, to.Norm
	}
	out := graph.Evidence{Mentions: mentions, Facts: slices.Clone(e.Facts), Attributes: slices.Clone(e.Attributes),
		Triples: slices.Clone(e.Triples), Proposals: slices.Clone(e.Proposals)}
	for i := range out.Facts {
		f := &out.Facts[i]
		f.About = slices.Clone(f.About)
		for j, id := range f.About {
			f.About[j] = place[id].ID
		}
	}
	for i := range out.Attributes {
		a := &out.Attributes[i]
		a.Entity = place[a.Entity].ID
		a.Attribute = graph.AttributeID(a.Entity, a.Key, a.Value)
	}
	for i := range out.Triples {
		t := &out.Triples[i]
		t.Head, t.Tail = place[t.Head].ID, place[t.Tail].ID
		t.Triple = graph.TripleID(t.Head, t.Relation, t.Tail)
	}
	out.Canonical()
	return out, true
}
