package identity

import (
	"context"
	"slices"

	"grove/ingest/resolve/alias"
	"grove/internal/graph"
	"grove/internal/text"
)

// Names are all names of a workspace, and which of them are of one thing.
type Names struct {
	set *alias.Set
	// known are the names that are mentioned; own has them by their own ids, and
	// whole the whole name of each surface.
	known map[graph.Name]*uses
	own   map[graph.ID]*uses
	whole map[string]*uses
	// parts are the names that a person split off in a document, decided all that
	// people decided about.
	parts, decided map[graph.Name]bool
	// automatic tells that names are joined by what they look like.
	automatic bool
	// documents has the document of each chunk.
	documents map[graph.ID]graph.ID
}

// Element is a key element as a mention names it.
type Element struct {
	ID graph.ID
	// Norm is the normalised name that decides ID.
	Norm string
}

// Names reads all names and settles which are one, without writing anything.
func (r Resolver) Names(ctx context.Context) (*Names, error) {
	decisions, err := Decisions(ctx, r.Store)
	if err != nil {
		return nil, err
	}
	n := r.noNames(decisions)
	err = eachChunk(ctx, r.Store, func(said []graph.NameUse) error {
		n.read(said)
		return nil
	})
	if err != nil {
		return nil, err
	}
	n.cluster(decisions)
	return n, nil
}

// noNames are the names of a workspace where nothing is mentioned.
func (r Resolver) noNames(decisions []Decision) *Names {
	n := &Names{known: map[graph.Name]*uses{}, own: map[graph.ID]*uses{}, whole: map[string]*uses{},
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

// cluster settles which of the names that were read are one.
func (n *Names) cluster(decisions []Decision) {
	var profiles []alias.Profile
	for _, u := range n.known {
		if p, ok := n.profile(u); ok {
			profiles = append(profiles, p)
		}
	}
	n.set = alias.NewSet(profiles, aliasDecisions(decisions))
	for _, u := range n.known {
		n.place(u)
	}
}

// profile is a name as package alias judges it, and whether it is to.
func (n *Names) profile(u *uses) (alias.Profile, bool) {
	automatic := n.automatic && u.typed()
	if len(u.standing) == 0 || !automatic && !n.decided[u.name] {
		return alias.Profile{}, false
	}
	return u.profile(automatic), true
}

// place says where a name belongs.
func (n *Names) place(u *uses) {
	u.belongs = Element{u.id, u.name.Norm}
	if id := n.set.Representative(u.id); id != "" {
		u.belongs = Element{id, n.own[id].name.Norm}
	}
}

// read gathers the uses of the names in a chunk.
func (n *Names) read(said []graph.NameUse) {
	n.documents[said[0].Chunk] = said[0].Document
	for _, use := range said {
		n.of(use.Surface, use.Document).add(use)
	}
}

// eachChunk gives the mentions of each chunk that has any.
func eachChunk(ctx context.Context, store Store, give func(said []graph.NameUse) error) error {
	q := graph.PageQuery{Limit: graph.MaxRows}
	for {
		page, next, err := store.PageNames(ctx, q)
		if err != nil {
			return err
		}
		for len(page) > 0 {
			n := 1
			for n < len(page) && page[n].Chunk == page[0].Chunk {
				n++
			}
			if err := give(page[:n:n]); err != nil {
				return err
			}
			page = page[n:]
		}
		if q.After = next; next == "" {
			return nil
		}
	}
}

// of are the uses of the name that a surface stands for in a document.
func (n *Names) of(surface string, document graph.ID) *uses {
	u := n.whole[surface]
	if u == nil {
		u = n.named(graph.Name{Norm: text.Normalise(surface)})
		n.whole[surface] = u
	}
	if name := n.in(document, u.name.Norm); name.Part != "" {
		return n.named(name)
	}
	return u
}

// in is the name that a normal form stands for in a document.
func (n *Names) in(document graph.ID, norm string) graph.Name {
	if len(n.parts) > 0 {
		if part := (graph.Name{Norm: norm, Part: document}); n.parts[part] {
			return part
		}
	}
	return graph.Name{Norm: norm}
}

// named are the uses of a name, none where it is new.
func (n *Names) named(name graph.Name) *uses {
	u := n.known[name]
	if u == nil {
		u = &uses{name: name, id: name.ID()}
		u.belongs = Element{u.id, name.Norm}
		n.known[name], n.own[u.id] = u, u
	}
	return u
}

// Element is where a name belongs; a part that was not split off, or no longer is,
// belongs where the whole name does.
func (n *Names) Element(name graph.Name) Element {
	if name.Part != "" && !n.parts[name] {
		name.Part = ""
	}
	if u := n.known[name]; u != nil {
		return u.belongs
	}
	return Element{name.ID(), name.Norm}
}

// pending are the chunks with a mention that stands elsewhere than it belongs, sorted.
func (n *Names) pending() []graph.ID {
	var out []graph.ID
	for _, u := range n.known {
		for _, s := range u.standing {
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
	for _, u := range n.known {
		switch {
		case len(u.standing) == 0:
			continue // every document that has it means something of its own by it
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
