package curate

import (
	"context"
	"fmt"
	"slices"
	"time"

	"grove/ingest/identity"
	"grove/ingest/refresh"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/lookup"
	"grove/internal/text"
)

// Decided is the result of a decision about names that was made or undone.
type Decided struct {
	Decision identity.DecisionView `json:"decision"`
	// Restated is the number of chunks that were rewritten.
	Restated int `json:"restated"`
	// Left is the number of chunks of imported documents that do not specify which of the
	// names they mean. They are not changed until the document is ingested.
	Left int `json:"left"`
	// Entities are the entities of the names after the change.
	Entities []graph.KeyElement `json:"entities"`
	refresh.Report
	Ms int64 `json:"ms"`
}

// Merge merges entities, each given by its id or a name. Fewer than two different entities
// are fault.Invalid.
func (c *Curator) Merge(ctx context.Context, refs []string) (Decided, error) {
	const op = "curate.Merge"
	return c.decide(ctx, graph.MergeDecision, func(ctx context.Context, names *identity.Names) ([]graph.Name, error) {
		var all []graph.Name
		ids := map[graph.ID]bool{}
		for _, ref := range refs {
			e, err := lookup.Entity(ctx, c.Workspace.Store, op, ref)
			if err != nil {
				return nil, err
			}
			ids[e.ID] = true
			all = append(all, names.Of(e.ID)...)
		}
		if len(ids) < 2 {
			return nil, fault.New(fault.Invalid, op, refs[0], "fewer than two different entities are named",
				"`grove entities search` finds their ids")
		}
		return all, nil
	})
}

// Split makes each of some names of an entity a separate entity. With a document (its id,
// source or title) it splits off only the mentions in that document; surfaces may then be
// empty for all names of the entity.
func (c *Curator) Split(ctx context.Context, ref string, surfaces []string, document string) (Decided, error) {
	const op = "curate.Split"
	return c.decide(ctx, graph.SplitDecision, func(ctx context.Context, names *identity.Names) ([]graph.Name, error) {
		e, err := lookup.Entity(ctx, c.Workspace.Store, op, ref)
		if err != nil {
			return nil, err
		}
		all := names.Of(e.ID)
		chosen, err := choose(op, e, all, surfaces)
		switch {
		case err != nil:
		case document != "":
			return c.inDocument(ctx, op, names, chosen, document)
		case len(all) < 2 || len(surfaces) == 0:
			err = fault.New(fault.Invalid, op, e.Name, "the entity has one name, or no name to split off was given",
				"give --name with one of its aliases, or --document with a document that means another entity")
		}
		return chosen, err
	})
}

// Distinct decides that two entities, or two names of one entity, are distinct. Until the
// decision is undone or a person merges them, they are no duplicates, and neither the model
// nor a rule joins them.
func (c *Curator) Distinct(ctx context.Context, one, other string) (Decided, error) {
	const op = "curate.Distinct"
	return c.decide(ctx, graph.ApartDecision, func(ctx context.Context, names *identity.Names) (pair []graph.Name, err error) {
		pair = make([]graph.Name, 2)
		for i, ref := range []string{one, other} {
			if pair[i], err = c.nameOf(ctx, op, names, ref); err != nil {
				return nil, err
			}
		}
		if pair[0] == pair[1] {
			err = fault.New(fault.Invalid, op, one, "both are the same name",
				"`grove entities search` finds the ids; `grove entities split --document` separates two entities of one name")
		}
		return pair, err
	})
}

// Undo undoes a decision about names. The model is not asked again about a pair that it had
// merged.
func (c *Curator) Undo(ctx context.Context, id graph.ID) (Decided, error) {
	return exclusive(ctx, c, func(ctx context.Context) (Decided, error) {
		started := time.Now()
		list, err := identity.Decisions(ctx, c.Workspace.Store)
		if err != nil {
			return Decided{}, err
		}
		at := slices.IndexFunc(list, func(d identity.Decision) bool { return d.ID == id })
		if at < 0 {
			return Decided{}, fault.New(fault.NotFound, "curate.Undo", string(id), "there is no such decision about entities",
				"`grove entities decisions` lists them")
		}
		d := list[at]
		if d.Kind == graph.ModelMergeDecision {
			for i, one := range d.Subjects {
				for _, other := range d.Subjects[i+1:] {
					if _, err := c.Workspace.Store.PutDecision(ctx, graph.AskedDecision, []string{one, other}, started); err != nil {
						return Decided{}, err
					}
				}
			}
		}
		if err := c.Workspace.Store.DropDecision(ctx, d.ID); err != nil {
			return Decided{}, err
		}
		return c.carryOut(ctx, d, started)
	})
}

// Decisions returns the decisions about names, the oldest first.
func (c *Curator) Decisions(ctx context.Context) ([]identity.DecisionView, error) {
	list, err := identity.Decisions(ctx, c.Workspace.Store)
	if err != nil {
		return nil, err
	}
	return identity.Views(ctx, c.Workspace.Store, list)
}

// decide stores a decision about the names that are chosen, and carries it out.
func (c *Curator) decide(ctx context.Context, kind string,
	choose func(context.Context, *identity.Names) ([]graph.Name, error)) (Decided, error) {
	return exclusive(ctx, c, func(ctx context.Context) (Decided, error) {
		names, err := c.Workspace.Resolver().Names(ctx)
		if err != nil {
			return Decided{}, err
		}
		chosen, err := choose(ctx, names)
		if err != nil {
			return Decided{}, err
		}
		started := time.Now()
		stored, err := c.Workspace.Store.PutDecision(ctx, kind, subjectsOf(chosen), started)
		if err != nil {
			return Decided{}, err
		}
		d, err := identity.ParseDecision(stored)
		if err != nil {
			return Decided{}, err
		}
		return c.carryOut(ctx, d, started)
	})
}

// subjectsOf returns the subjects of a decision about names: sorted, without duplicates.
func subjectsOf(names []graph.Name) []string {
	return lists.Sorted(lists.Map(names, graph.Name.Subject))
}

// carryOut updates the graph after a decision was made or undone.
func (c *Curator) carryOut(ctx context.Context, d identity.Decision, started time.Time) (Decided, error) {
	r := c.Workspace.Resolver()
	r.Progress = c.Progress
	names, settled, err := r.Settle(ctx)
	if err != nil {
		return Decided{}, err
	}
	refreshed, err := c.refresh(ctx)
	if err != nil {
		return Decided{}, err
	}
	ids := lists.Map(d.Names, func(n graph.Name) graph.ID { return names.Element(n).ID })
	entities, err := c.Workspace.Store.Find(ctx, graph.FindQuery{IDs: ids})
	if err != nil {
		return Decided{}, err
	}
	views, err := identity.Views(ctx, c.Workspace.Store, []identity.Decision{d})
	if err != nil {
		return Decided{}, err
	}
	return Decided{views[0], settled.Restated, settled.Left, entities, refreshed, time.Since(started).Milliseconds()}, nil
}

// nameOf returns the name of an entity that ref is; for an id, the name with this id if there
// is one, or the entity's main name.
func (c *Curator) nameOf(ctx context.Context, op string, names *identity.Names, ref string) (graph.Name, error) {
	e, err := lookup.Entity(ctx, c.Workspace.Store, op, ref)
	if err != nil {
		return graph.Name{}, err
	}
	all, norm := names.Of(e.ID), text.Normalise(ref)
	at := slices.IndexFunc(all, func(n graph.Name) bool { return n.Norm == norm })
	if at < 0 {
		at = slices.IndexFunc(all, func(n graph.Name) bool { return n.ID() == e.ID })
	}
	if at < 0 {
		return graph.Name{Norm: e.Norm}, nil
	}
	return all[at], nil
}

// choose returns the names of an entity with one of the surfaces, or all if there are no
// surfaces.
func choose(op string, e graph.KeyElement, names []graph.Name, surfaces []string) ([]graph.Name, error) {
	if len(surfaces) == 0 {
		return names, nil
	}
	var out []graph.Name
	for _, s := range surfaces {
		norm := text.Normalise(s)
		found := lists.Filter(names, func(n graph.Name) bool { return n.Norm == norm })
		if len(found) == 0 {
			return nil, fault.New(fault.NotFound, op, s, fmt.Sprintf("%s (%s) has no such name", e.ID, e.Name),
				"`grove entities show` lists its aliases")
		}
		out = append(out, found...)
	}
	return out, nil
}

// inDocument returns the parts of names that are mentioned in one document.
func (c *Curator) inDocument(ctx context.Context, op string, names *identity.Names, whole []graph.Name, ref string) ([]graph.Name, error) {
	found, err := lookup.Selector{Names: []string{ref}, FileNames: true}.Documents(ctx, c.Workspace.Store, op)
	if err != nil {
		return nil, err
	}
	document := found[0].ID
	var out []graph.Name
	for _, n := range whole {
		documents := names.Documents(n)
		if n.Part != "" || !slices.Contains(documents, document) {
			continue
		}
		if len(documents) == 1 {
			return nil, fault.New(fault.Invalid, op, n.Norm, "no other document mentions the name", "there is nothing to split it from")
		}
		out = append(out, graph.Name{Norm: n.Norm, Part: document})
	}
	if len(out) == 0 {
		return nil, fault.New(fault.NotFound, op, string(document), "the document does not mention the entity by these names",
			"`grove entities show` has its evidence")
	}
	return out, nil
}
