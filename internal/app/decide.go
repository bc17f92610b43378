package app

import (
	"context"
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
	Accept Verdict = schema.AcceptKind
	Reject Verdict = schema.RejectKind
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
	s, _, err := schema.Stored(ctx, a.store)
	if err != nil {
		return Judged{}, err
	}
	decisions, err := schema.Decisions(ctx, a.store)
	if err != nil {
		return Judged{}, err
	}
	earlier := map[graph.ID][]graph.ID{} // decisions by the proposals of their names
	for _, d := range decisions {
		earlier[d.Proposal()] = append(earlier[d.Proposal()], d.ID)
	}
	var decided []schema.Name
	for _, name := range names {
		n, err := schema.FindName(ctx, a.store, name)
		if err != nil {
			return Judged{}, err
		}
		switch {
		case v != Undo && s.Seed().Has(n.Part, n.Name):
			return Judged{}, fault.New(fault.Invalid, op, name, "the name is in the schema's seed", "`grove schema set FILE` changes the seed")
		case v == Undo && len(earlier[n.ID()]) == 0:
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
		for _, id := range earlier[n.ID()] {
			if err := a.store.DropDecision(ctx, id); err != nil {
				return Judged{}, err
			}
		}
		delete(earlier, n.ID())
	}
	e, err := a.follow(ctx)
	if err != nil {
		return Judged{Evolution: e, Names: judged}, err
	}
	used, err := schema.Usage(ctx, a.store)
	for i, n := range judged {
		judged[i].Uses = used[n.ID()]
	}
	return Judged{e, judged}, err
}

// judged says of names what speaks for them before the verdict is carried out.
func (a *App) judged(ctx context.Context, v Verdict, names []schema.Name) ([]JudgedName, error) {
	used, err := schema.Usage(ctx, a.store)
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
