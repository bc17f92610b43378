package app

import (
	"context"
	"slices"
	"strings"
	"time"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/schema"
)

// Verdict is what a person says of a name.
type Verdict string

// The verdicts; Undo takes back what was said.
const (
	Accept Verdict = ingest.AcceptKind
	Reject Verdict = ingest.RejectKind
	Undo   Verdict = "undo"
)

// Decide records a person's verdict on names and brings schema and graph up to
// date, without a call. A name is a proposal's id, "part:name", or a name that
// only one part has.
func (a *App) Decide(ctx context.Context, v Verdict, names []string) (ingest.Evolution, error) {
	const op = "app.Decide"
	s, _, err := a.storedSchema(ctx)
	if err != nil {
		return ingest.Evolution{}, err
	}
	said, err := a.wordsOn(ctx)
	if err != nil {
		return ingest.Evolution{}, err
	}
	var decided []schema.Name
	for _, name := range names {
		n, err := a.schemaName(ctx, name)
		if err != nil {
			return ingest.Evolution{}, err
		}
		switch {
		case v != Undo && s.Seed().Has(n.Part, n.Name):
			return ingest.Evolution{}, fault.New(fault.Invalid, op, name, "the name is in the schema's seed", "`grove schema set FILE` changes the seed")
		case v == Undo && len(said[n.ID()]) == 0:
			return ingest.Evolution{}, fault.New(fault.NotFound, op, name, "nobody has decided on it", "`grove schema proposals --state all` shows decisions")
		}
		decided = append(decided, n)
	}
	for _, n := range decided {
		// The last word counts: killed between the two, nothing is forgotten.
		if v != Undo {
			if _, err := a.store.PutDecision(ctx, string(v), []string{string(n.Part), n.Name}, time.Now()); err != nil {
				return ingest.Evolution{}, err
			}
		}
		for _, d := range said[n.ID()] {
			if err := a.store.DropDecision(ctx, d.ID); err != nil {
				return ingest.Evolution{}, err
			}
		}
		delete(said, n.ID())
	}
	return a.follow(ctx)
}

// schemaName reads how people name a proposal.
func (a *App) schemaName(ctx context.Context, given string) (schema.Name, error) {
	const op = "app.schemaName"
	if graph.ValidID(given, graph.ProposalKind) {
		rows, err := a.store.Proposals(ctx, graph.ProposalsQuery{IDs: []graph.ID{graph.ID(given)}, Limit: 1})
		if err != nil || len(rows) == 1 {
			if err != nil {
				return schema.Name{}, err
			}
			return schema.Name{Part: rows[0].Part, Name: rows[0].Name}, nil
		}
	}
	if part, name, ok := strings.Cut(given, ":"); ok && graph.SchemaPart(part).Valid() {
		return named(graph.SchemaPart(part), name, given)
	}
	var ids []graph.ID
	for _, part := range []graph.SchemaPart{graph.PartType, graph.PartRelation, graph.PartAttribute} {
		ids = append(ids, graph.ProposalID(part, schema.NormalName(part, given)))
	}
	found, err := a.knownNames(ctx, ids)
	switch {
	case err != nil:
		return schema.Name{}, err
	case len(found) == 0:
		return schema.Name{}, fault.New(fault.NotFound, op, given, "nothing proposes this name", "`grove schema proposals` has the list; type:NAME, relation:NAME or attribute:NAME names anything")
	case len(found) > 1:
		return schema.Name{}, fault.New(fault.Invalid, op, given, "several parts of the schema have this name", "say type:NAME, relation:NAME or attribute:NAME")
	}
	return found[0], nil
}

// knownNames are the names among these that something proposes or that a person
// decided on.
func (a *App) knownNames(ctx context.Context, ids []graph.ID) ([]schema.Name, error) {
	rows, err := a.store.Proposals(ctx, graph.ProposalsQuery{IDs: ids, Limit: len(ids)})
	if err != nil {
		return nil, err
	}
	var out []schema.Name
	for _, r := range rows {
		out = append(out, schema.Name{Part: r.Part, Name: r.Name})
	}
	said, err := a.wordsOn(ctx)
	for _, id := range ids {
		proposed := slices.ContainsFunc(rows, func(r graph.ProposalRow) bool { return r.ID == id })
		if list := said[id]; len(list) > 0 && !proposed {
			out = append(out, schema.Name{Part: graph.SchemaPart(list[0].Subjects[0]), Name: list[0].Subjects[1]})
		}
	}
	return out, err
}

// named is a name given with its part.
func named(part graph.SchemaPart, name, given string) (schema.Name, error) {
	n := schema.Name{Part: part, Name: schema.NormalName(part, name)}
	if part == graph.PartAttribute && n.Name != "" {
		return n, nil
	}
	return n, fault.Wrap(graph.CheckName(string(part), n.Name), "app.schemaName", given)
}
