package identity

import (
	"context"
	"slices"

	"grove/ingest/resolve/alias"
	"grove/internal/graph"
	"grove/internal/text"
)

// Names are the names of a workspace, and which of them are one entity.
type Names struct {
	set *alias.Set
	// byName has the names that are mentioned, byID the same names by the ids of their
	// own elements, bySurface the unsplit name of each surface.
	byName    map[graph.Name]*uses
	byID      map[graph.ID]*uses
	bySurface map[string]*uses
	// parts are the names that a person split off in one document, decided all names
	// with a decision.
	parts, decided map[graph.Name]bool
	// claims are what documents say of two names.
	claims []claim
	// automatic is Resolver.Automatic.
	automatic bool
	// documents has the document of each chunk.
	documents map[graph.ID]graph.ID
}

// Element is a key element as a mention refers to it.
type Element struct {
	ID graph.ID
	// Norm is the normalised name that decides ID.
	Norm string
}

// Names reads all names and resolves which are one, without writing anything.
func (r Resolver) Names(ctx context.Context) (*Names, error) {
	decisions, err := Decisions(ctx, r.Store)
	if err != nil {
		return nil, err
	}
	n := r.newNames(decisions)
	for mentions, err := range graph.ChunkNames(ctx, r.Store.PageNames) {
		if err != nil {
			return nil, err
		}
		n.read(mentions)
	}
	n.cluster(decisions)
	return n, nil
}

// newNames returns the names of a workspace without mentions.
func (r Resolver) newNames(decisions []Decision) *Names {
	n := &Names{byName: map[graph.Name]*uses{}, byID: map[graph.ID]*uses{}, bySurface: map[string]*uses{},
		parts: map[graph.Name]bool{}, decided: map[graph.Name]bool{}, automatic: r.Automatic, documents: map[graph.ID]graph.ID{}}
	for _, d := range decisions {
		for _, name := range d.Names {
			n.decided[name] = true
			if d.Kind == graph.SplitDecision && name.Part != "" {
				n.parts[name] = true
			}
		}
	}
	return n
}

// cluster resolves which of the names that were read are one.
func (n *Names) cluster(decisions []Decision) {
	var profiles []alias.Profile
	for _, u := range n.byName {
		if p, ok := n.profile(u); ok {
			profiles = append(profiles, p)
		}
	}
	n.set = alias.NewSet(nil, aliasDecisions(decisions))
	n.set.SetClaims(n.aliasClaims())
	n.set.Update(profiles, nil)
	for _, u := range n.byName {
		n.place(u)
	}
}

// profile returns a name as package alias compares it; ok is false where it must not.
func (n *Names) profile(u *uses) (alias.Profile, bool) {
	automatic := n.automatic && u.typed()
	if len(u.placements) == 0 || !automatic && !n.decided[u.name] {
		return alias.Profile{}, false
	}
	return u.profile(u.id, automatic), true
}

// place sets the element that a name belongs to.
func (n *Names) place(u *uses) {
	u.belongs = Element{u.id, u.name.Norm}
	if id := n.set.Representative(u.id); id != "" {
		u.belongs = Element{id, n.byID[id].name.Norm}
	}
}

// read adds the mentions of one chunk.
func (n *Names) read(mentions []graph.NameUse) {
	chunk, document := mentions[0].Chunk, mentions[0].Document
	n.documents[chunk] = document
	for _, use := range mentions {
		use.Chunk, use.Document = chunk, document // in the memory of one
		n.of(use.Surface, use.Document).add(use)
		n.claim(use)
	}
}

// of returns the uses of the name that a surface has in a document.
func (n *Names) of(surface string, document graph.ID) *uses {
	u := n.bySurface[surface]
	if u == nil {
		u = n.usesOf(graph.Name{Norm: text.Normalise(surface)})
		n.bySurface[surface] = u
	}
	if name := n.in(document, u.name.Norm); name.Part != "" {
		return n.usesOf(name)
	}
	return u
}

// in returns the name that a normal form has in a document: its part, if split off there.
func (n *Names) in(document graph.ID, norm string) graph.Name {
	if len(n.parts) > 0 {
		if part := (graph.Name{Norm: norm, Part: document}); n.parts[part] {
			return part
		}
	}
	return graph.Name{Norm: norm}
}

// usesOf returns the uses of a name, without mentions where it is new.
func (n *Names) usesOf(name graph.Name) *uses {
	u := n.byName[name]
	if u == nil {
		u = &uses{counted: counted{name: name}, id: name.ID()}
		u.belongs = Element{u.id, name.Norm}
		n.byName[name], n.byID[u.id] = u, u
	}
	return u
}

// Element returns the element that a name belongs to. A part that is not split off
// belongs to that of the unsplit name.
func (n *Names) Element(name graph.Name) Element {
	if name.Part != "" && !n.parts[name] {
		name.Part = ""
	}
	if u := n.byName[name]; u != nil {
		return u.belongs
	}
	return Element{name.ID(), name.Norm}
}

// pending returns the chunks with a mention of another element than it belongs to, sorted.
func (n *Names) pending() []graph.ID {
	var out []graph.ID
	for _, u := range n.byName {
		for _, s := range u.placements {
			if s.element != u.belongs.ID {
				out = append(out, s.chunks...)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (n *Names) report() Report {
	var r Report
	for _, u := range n.byName {
		switch {
		case len(u.placements) == 0:
			continue // split off in every document that has it
		case u.types.sum > 0:
			r.Entities++
		}
		r.Names++
		if u.belongs.ID != u.id {
			r.Merged++
		}
	}
	return r
}
