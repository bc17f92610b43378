package identity

import (
	"context"
	"strings"

	"grove/ingest/resolve/alias"
	"grove/internal/graph"
	"grove/internal/text"
)

// Element is a key element as a mention refers to it.
type Element struct {
	ID graph.ID
	// Norm is the normalised name that decides ID.
	Norm string
}

// Elements are the elements that the names of a workspace belong to.
type Elements struct {
	// parts are the names that a person split off in one document, decided all names
	// with a decision.
	parts, decided map[graph.Name]bool
	// others are the elements of the names that belong to another name's.
	others map[graph.Name]Element
}

// newElements returns the elements of names before any belongs to another's.
func newElements(decisions []Decision) *Elements {
	e := &Elements{parts: map[graph.Name]bool{}, decided: map[graph.Name]bool{}, others: map[graph.Name]Element{}}
	for _, d := range decisions {
		for _, name := range d.Names {
			e.decided[name] = true
			if d.Kind == graph.SplitDecision && name.Part != "" {
				e.parts[name] = true
			}
		}
	}
	return e
}

// Element returns the element that a name belongs to. A part that is not split off
// belongs to that of the unsplit name.
func (e *Elements) Element(name graph.Name) Element {
	if name.Part != "" && !e.parts[name] {
		name.Part = ""
	}
	if other, ok := e.others[name]; ok {
		return other
	}
	return Element{name.ID(), name.Norm}
}

// name returns the name of a mention.
func (e *Elements) name(use graph.NameUse) graph.Name {
	return e.in(use.Document, text.Normalise(use.Surface))
}

// in returns the name that a normal form has in a document: its part, if split off there.
func (e *Elements) in(document graph.ID, norm string) graph.Name {
	if len(e.parts) > 0 {
		if part := (graph.Name{Norm: norm, Part: document}); e.parts[part] {
			return part
		}
	}
	return graph.Name{Norm: norm}
}

// claims returns what a mention says of its name: which other names are further names of one entity, or another's.
func (e *Elements) claims(use graph.NameUse) (out []alias.Claim) {
	if use.Same == "" && use.Apart == "" {
		return nil
	}
	name := e.name(use)
	add := func(lines string, same bool) {
		for norm := range strings.SplitSeq(lines, "\n") {
			if other := e.in(use.Document, norm); norm != "" && other != name {
				out = append(out, alias.Claim{Name: name.ID(), Other: other.ID(), Same: same})
			}
		}
	}
	add(use.Same, true)
	add(use.Apart, false)
	return out
}

// Names are the names of a workspace with what decides which of them are one entity.
type Names struct {
	*Elements
	set *alias.Set
	// byName has the names that are mentioned, byID the same names by the ids of their own elements.
	byName map[graph.Name]*counted
	byID   map[graph.ID]*counted
}

// Names reads all names and resolves which are one, without writing anything. It takes more memory than Settle.
func (r Resolver) Names(ctx context.Context) (*Names, error) {
	decisions, err := Decisions(ctx, r.Store)
	if err != nil {
		return nil, err
	}
	n := &Names{Elements: newElements(decisions), byName: map[graph.Name]*counted{}, byID: map[graph.ID]*counted{}}
	var claims []alias.Claim
	for mentions, err := range graph.ChunkNames(ctx, r.Store.PageNames) {
		if err != nil {
			return nil, err
		}
		for _, use := range mentions {
			if r.Automatic {
				claims = append(claims, n.claims(use)...)
			}
			name := n.name(use)
			c := n.byName[name]
			if c == nil {
				c = &counted{name: name}
				n.byName[name], n.byID[name.ID()] = c, c
			}
			c.add(use)
		}
	}
	var profiles []alias.Profile
	for id, c := range n.byID {
		if automatic := r.Automatic && c.typed(); automatic || n.decided[c.name] {
			profiles = append(profiles, c.profile(id, automatic))
		}
	}
	n.set = alias.NewSet(profiles, claims, aliasDecisions(decisions))
	for _, p := range profiles {
		if id := n.set.Representative(p.ID); id != p.ID {
			n.others[n.byID[p.ID].name] = Element{id, n.byID[id].name.Norm}
		}
	}
	return n, nil
}
