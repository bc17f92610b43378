package app

import (
	"context"
	"slices"

	"grove/ingest/identity"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lookup"
	"grove/internal/text"
)

// SetApart keeps two elements apart, each named by its id or by a name, until it is undone
// or a person merges them: the names are no duplicates any more, no model is asked about
// them, and nothing else joins them. Two names of one element come apart.
func (a *App) SetApart(ctx context.Context, one, other string, progress func(done, of int)) (Decided, error) {
	const op = "app.SetApart"
	names, err := a.resolver().Names(ctx)
	if err != nil {
		return Decided{}, err
	}
	pair := make([]graph.Name, 2)
	for i, ref := range []string{one, other} {
		if pair[i], err = a.nameOf(ctx, op, names, ref); err != nil {
			return Decided{}, err
		}
	}
	if pair[0] == pair[1] {
		return Decided{}, fault.New(fault.Invalid, op, one, "both are the same name", "`grove entities search` finds the ids; `grove entities split --document` tells two of one name apart")
	}
	return a.decide(ctx, graph.ApartDecision, pair, progress)
}

// nameOf is the name by which an element was named, of an id that which the id is of.
func (a *App) nameOf(ctx context.Context, op string, names *identity.Names, ref string) (graph.Name, error) {
	e, err := lookup.Entity(ctx, a.store, op, ref)
	if err != nil {
		return graph.Name{}, err
	}
	of, norm := names.Of(e.ID), text.Normalise(ref)
	for _, is := range []func(graph.Name) bool{
		func(n graph.Name) bool { return n.Norm == norm },
		func(n graph.Name) bool { return n.ID() == e.ID },
	} {
		if i := slices.IndexFunc(of, is); i >= 0 {
			return of[i], nil
		}
	}
	return graph.Name{Norm: e.Norm}, nil
}
