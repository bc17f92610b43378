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
	set   *alias.Set
	known map[graph.Name]*uses
	// named are the names by their own ids.
	named map[graph.ID]graph.Name
	// parts are the names that a person split off in a document.
	parts map[graph.Name]bool
	// documents has the document of each chunk, norms the normal form of each surface.
	documents map[graph.ID]graph.ID
	norms     map[string]string
}

// uses is what is known of a name.
type uses struct {
	surfaces, types graph.Tally
	documents       []graph.ID
	// standing are the chunks that mention it, by the element under which they do.
	standing map[graph.ID][]graph.ID
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
	n := &Names{known: map[graph.Name]*uses{}, named: map[graph.ID]graph.Name{}, parts: map[graph.Name]bool{},
		documents: map[graph.ID]graph.ID{}, norms: map[string]string{}}
	decided := map[graph.Name]bool{}
	for _, d := range decisions {
		for _, name := range d.Names {
			decided[name] = true
			n.parts[name] = n.parts[name] || d.Kind == graph.SplitDecision && name.Part != ""
		}
	}
	if err := n.read(ctx, r.Store); err != nil {
		return nil, err
	}
	var profiles []alias.Profile
	for name, u := range n.known {
		if u.types.Top() == "" && !decided[name] || !r.Automatic && !decided[name] {
			continue
		}
		profiles = append(profiles, u.profile(name, r.Automatic))
	}
	n.set = alias.NewSet(profiles, aliasDecisions(decisions))
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
		for _, use := range page {
			n.use(use)
		}
		if q.After = next; next == "" {
			return nil
		}
	}
}

func (n *Names) use(use graph.NameUse) {
	n.documents[use.Chunk] = use.Document
	name := n.nameOf(use.Surface, use.Document)
	u := n.known[name]
	if u == nil {
		u = &uses{surfaces: graph.Tally{}, types: graph.Tally{}, standing: map[graph.ID][]graph.ID{}}
		n.known[name] = u
		n.named[name.ID()] = name
	}
	u.surfaces.Add(use.Surface, use.Count)
	u.types.Add(use.Type, use.Count)
	u.documents = append(u.documents, use.Document)
	u.standing[use.Element] = append(u.standing[use.Element], use.Chunk)
}

// nameOf is the name that a surface stands for in a document.
func (n *Names) nameOf(surface string, document graph.ID) graph.Name {
	norm, ok := n.norms[surface]
	if !ok {
		norm = text.Normalise(surface)
		n.norms[surface] = norm
	}
	if part := (graph.Name{Norm: norm, Part: document}); n.parts[part] {
		return part
	}
	return graph.Name{Norm: norm}
}

// exact is a type whose names package alias never joins by itself.
const exact = "quantity"

// profile is the name as package alias judges it. One that has no type is joined
// by people alone, and so is every one where nothing is automatic.
func (u *uses) profile(name graph.Name, automatic bool) alias.Profile {
	slices.Sort(u.documents)
	u.documents = slices.Compact(u.documents)
	p := alias.Profile{ID: name.ID(), Norm: name.Norm, Name: u.surfaces.Top(), Type: u.types.Top(), Part: string(name.Part), Documents: u.documents}
	if !automatic || p.Type == "" {
		p.Type = exact
	}
	return p
}

// Element is where a name belongs; a part that was not split off, or no longer is,
// belongs where the whole name does.
func (n *Names) Element(name graph.Name) Element {
	if name.Part != "" && !n.parts[name] {
		name.Part = ""
	}
	own := name.ID()
	if id := n.set.Representative(own); id != "" && id != own {
		return Element{id, n.named[id].Norm}
	}
	return Element{own, name.Norm}
}

// pending are the chunks with a mention that stands elsewhere than it belongs, sorted.
func (n *Names) pending() []graph.ID {
	var out []graph.ID
	for name, u := range n.known {
		to := n.Element(name).ID
		for id, chunks := range u.standing {
			if id != to {
				out = append(out, chunks...)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (n *Names) report() Report {
	r := Report{Names: len(n.known)}
	for name, u := range n.known {
		if u.types.Top() != "" {
			r.Entities++
		}
		if n.Element(name).ID != name.ID() {
			r.Merged++
		}
	}
	return r
}
