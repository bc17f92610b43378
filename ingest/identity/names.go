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
	// parts are the names that a person split off in a document.
	parts map[graph.Name]bool
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
	n := &Names{known: map[graph.Name]*uses{}, own: map[graph.ID]*uses{}, whole: map[string]*uses{},
		parts: map[graph.Name]bool{}, documents: map[graph.ID]graph.ID{}}
	decided := map[graph.Name]bool{}
	for _, d := range decisions {
		for _, name := range d.Names {
			decided[name] = true
			if d.Kind == graph.SplitDecision && name.Part != "" {
				n.parts[name] = true
			}
		}
	}
	if err := n.read(ctx, r.Store); err != nil {
		return nil, err
	}
	var profiles []alias.Profile
	for name, u := range n.known {
		if len(u.standing) > 0 && (decided[name] || r.Automatic && u.typed()) {
			profiles = append(profiles, u.profile(r.Automatic && u.typed()))
		}
	}
	n.set = alias.NewSet(profiles, aliasDecisions(decisions))
	for _, u := range n.known {
		u.belongs = Element{u.id, u.name.Norm}
		if id := n.set.Representative(u.id); id != "" {
			u.belongs = Element{id, n.own[id].name.Norm}
		}
	}
	return n, nil
}

// read gathers the uses of every name.
func (n *Names) read(ctx context.Context, store Store) error {
	q := graph.PageQuery{Limit: graph.MaxRows}
	for {
		page, next, err := store.PageNames(ctx, q)
		if err != nil {
			return err
		}
		for i, use := range page {
			if i == 0 || page[i-1].Chunk != use.Chunk {
				n.documents[use.Chunk] = use.Document
			}
			n.of(use.Surface, use.Document).add(use)
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
