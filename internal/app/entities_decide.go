package app

import (
	"context"
	"fmt"
	"slices"

	"grove/ingest/identity"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lookup"
	"grove/internal/text"
)

// MergeEntities makes elements one, each named by its id or by a name: all names
// that they go by now.
func (a *App) MergeEntities(ctx context.Context, refs []string, progress func(done, of int)) (Decided, error) {
	const op = "app.MergeEntities"
	names, err := a.resolver().Names(ctx)
	if err != nil {
		return Decided{}, err
	}
	var all []graph.Name
	var ids []graph.ID
	for _, ref := range refs {
		e, err := lookup.Entity(ctx, a.store, op, ref)
		if err != nil {
			return Decided{}, err
		}
		ids = append(ids, e.ID)
		all = append(all, names.Of(e.ID)...)
	}
	slices.Sort(ids)
	if len(slices.Compact(ids)) < 2 {
		return Decided{}, fault.New(fault.Invalid, op, refs[0], "fewer than two different entities are named", "`grove entities search` finds their ids")
	}
	return a.decide(ctx, graph.MergeDecision, all, progress)
}

// SplitEntity takes names out of an element, each to be alone. With a document it
// takes out what that document, named by its id, source or title, means by them;
// without names, by all names of the element.
func (a *App) SplitEntity(ctx context.Context, ref string, surfaces []string, document string, progress func(done, of int)) (Decided, error) {
	const op = "app.SplitEntity"
	names, err := a.resolver().Names(ctx)
	if err != nil {
		return Decided{}, err
	}
	e, err := lookup.Entity(ctx, a.store, op, ref)
	if err != nil {
		return Decided{}, err
	}
	chosen, err := choose(op, e, names.Of(e.ID), surfaces)
	if err != nil {
		return Decided{}, err
	}
	if document != "" {
		id, err := a.oneDocument(ctx, op, document)
		if err != nil {
			return Decided{}, err
		}
		if chosen, err = inDocument(op, names, chosen, id); err != nil {
			return Decided{}, err
		}
	} else if len(names.Of(e.ID)) < 2 || len(surfaces) == 0 {
		return Decided{}, fault.New(fault.Invalid, op, e.Name, "the entity has one name, or none is given to split off",
			"give --name with one of its aliases, or --document with a document that means another one by the name")
	}
	return a.decide(ctx, graph.SplitDecision, chosen, progress)
}

// oneDocument is the id of the document of a name: an id, a source, or a title that no
// other document has.
func (a *App) oneDocument(ctx context.Context, op, name string) (graph.ID, error) {
	found, err := lookup.Scope(ctx, a.store, graph.Scope{Documents: []graph.ID{graph.ID(name)}})
	if err != nil {
		return "", err
	}
	if len(found.Documents) > 1 {
		return "", fault.New(fault.Invalid, op, name, fmt.Sprintf("%d documents have this title", len(found.Documents)), "give the id or the source of one; see `grove documents list`")
	}
	return found.Documents[0], nil
}

// choose picks the names of an element by surfaces; none picks all.
func choose(op string, e graph.KeyElement, of []graph.Name, surfaces []string) ([]graph.Name, error) {
	if len(surfaces) == 0 {
		return of, nil
	}
	var out []graph.Name
	for _, s := range surfaces {
		norm := text.Normalise(s)
		before := len(out)
		for _, n := range of {
			if n.Norm == norm {
				out = append(out, n)
			}
		}
		if len(out) == before {
			return nil, fault.New(fault.NotFound, op, s, fmt.Sprintf("%s (%s) has no such name", e.ID, e.Name), "`grove entities show` has its aliases")
		}
	}
	return out, nil
}

// inDocument are the parts of names that one document means.
func inDocument(op string, names *identity.Names, whole []graph.Name, document graph.ID) ([]graph.Name, error) {
	var out []graph.Name
	for _, n := range whole {
		documents := names.Documents(n)
		_, there := slices.BinarySearch(documents, document)
		if !there || n.Part != "" {
			continue
		}
		if len(documents) == 1 {
			return nil, fault.New(fault.Invalid, op, n.Norm, "no other document mentions the name", "there is nothing to split it from")
		}
		out = append(out, graph.Name{Norm: n.Norm, Part: document})
	}
	if len(out) == 0 {
		return nil, fault.New(fault.NotFound, op, string(document), "the document does not mention the entity by these names", "`grove entities show` has its evidence")
	}
	return out, nil
}
