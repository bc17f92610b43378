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

// Judged is what verdicts on names came to.
type Judged struct {
	ingest.Evolution
	Names []JudgedName `json:"names"`
}

// JudgedName is a name that a person gave a verdict on.
type JudgedName struct {
	schema.Name
	Verdict Verdict `json:"verdict"`
	// Proposed is false where no chunk has the name outside the schema: it may be
	// mistyped.
	Proposed bool `json:"proposed"`
	// Support and Documents are how many chunks and documents proposed it.
	Support   int `json:"support"`
	Documents int `json:"documents"`
	// Uses are the entities, triples or attributes that have the name since, Before
	// those that had it until then.
	Uses   int `json:"uses"`
	Before int `json:"before"`
}

// Decide records a person's verdict on names and brings schema and graph up to
// date, without a call. A name is a proposal's id, "part:name", or a name that
// only one part has.
func (a *App) Decide(ctx context.Context, v Verdict, names []string) (Judged, error) {
	const op = "app.Decide"
	s, _, err := a.storedSchema(ctx)
	if err != nil {
		return Judged{}, err
	}
	said, err := a.wordsOn(ctx)
	if err != nil {
		return Judged{}, err
	}
	var decided []schema.Name
	for _, name := range names {
		n, err := a.schemaName(ctx, name)
		if err != nil {
			return Judged{}, err
		}
		switch {
		case v != Undo && s.Seed().Has(n.Part, n.Name):
			return Judged{}, fault.New(fault.Invalid, op, name, "the name is in the schema's seed", "`grove schema set FILE` changes the seed")
		case v == Undo && len(said[n.ID()]) == 0:
			return Judged{}, fault.New(fault.NotFound, op, name, "nobody has decided on it", "`grove schema proposals --state all` shows decisions")
		}
		decided = append(decided, n)
	}
	judged, err := a.judged(ctx, v, decided)
	if err != nil {
		return Judged{}, err
	}
	for _, n := range decided {
		// The last word counts: killed between the two, nothing is forgotten.
		if v != Undo {
			if _, err := a.store.PutDecision(ctx, string(v), []string{string(n.Part), n.Name}, time.Now()); err != nil {
				return Judged{}, err
			}
		}
		for _, d := range said[n.ID()] {
			if err := a.store.DropDecision(ctx, d.ID); err != nil {
				return Judged{}, err
			}
		}
		delete(said, n.ID())
	}
	e, err := a.follow(ctx)
	if err != nil {
		return Judged{Evolution: e, Names: judged}, err
	}
	used, err := a.vocabulary(ctx)
	for i, n := range judged {
		judged[i].Uses = used[n.ID()]
	}
	return Judged{e, judged}, err
}

// judged says of names what speaks for them before the verdict is carried out.
func (a *App) judged(ctx context.Context, v Verdict, names []schema.Name) ([]JudgedName, error) {
	used, err := a.vocabulary(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]JudgedName, len(names))
	for i, n := range names {
		rows, err := a.store.Proposals(ctx, graph.ProposalsQuery{IDs: []graph.ID{n.ID()}, Limit: 1})
		if err != nil {
			return nil, err
		}
		out[i] = JudgedName{Name: n, Verdict: v, Proposed: len(rows) > 0, Before: used[n.ID()]}
		if len(rows) > 0 {
			out[i].Support, out[i].Documents = rows[0].Support, rows[0].Documents
		}
	}
	return out, nil
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
