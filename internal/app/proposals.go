package app

import (
	"cmp"
	"context"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/schema"
)

// ProposalState says what became of a proposal.
type ProposalState string

// The states.
const (
	ProposalOpen      ProposalState = "open"
	ProposalAccepted  ProposalState = "accepted"  // by a person
	ProposalAutomatic ProposalState = "automatic" // by evolution
	ProposalRejected  ProposalState = "rejected"
)

// ProposalView is a proposal as people see it.
type ProposalView struct {
	graph.ProposalRow
	State ProposalState `json:"state"`
	// Evidence is given for a single proposal.
	Evidence []graph.ProposalEvidence `json:"evidence,omitempty"`
}

// Proposals lists proposals, the most supported first, at most so many: of one
// part ("": all) and in one state ("": all).
func (a *App) Proposals(ctx context.Context, part graph.SchemaPart, state ProposalState, limit int) ([]ProposalView, error) {
	s, _, err := schema.Stored(ctx, a.store)
	if err != nil {
		return nil, err
	}
	states, err := a.proposalStates(ctx, s)
	if err != nil {
		return nil, err
	}
	rows, err := a.store.Proposals(ctx, graph.ProposalsQuery{Part: part, Limit: graph.MaxRows})
	if err != nil {
		return nil, err
	}
	out := []ProposalView{}
	for _, r := range rows {
		if v := (ProposalView{ProposalRow: r, State: states(r.ID)}); len(out) < limit && (state == "" || v.State == state) {
			out = append(out, v)
		}
	}
	return out, nil
}

// proposalStates tells of each proposal what became of it.
func (a *App) proposalStates(ctx context.Context, s *schema.Schema) (func(graph.ID) ProposalState, error) {
	decisions, err := schema.Decisions(ctx, a.store)
	states := schema.States(s, decisions)
	return func(id graph.ID) ProposalState { return cmp.Or(ProposalState(states[id]), ProposalOpen) }, err
}

// shownEvidence is how many places a single proposal shows.
const shownEvidence = 20

// Proposal shows one proposal with the first places that use it.
func (a *App) Proposal(ctx context.Context, name string) (ProposalView, error) {
	s, _, err := schema.Stored(ctx, a.store)
	if err != nil {
		return ProposalView{}, err
	}
	n, err := schema.FindName(ctx, a.store, name)
	if err != nil {
		return ProposalView{}, err
	}
	states, err := a.proposalStates(ctx, s)
	if err != nil {
		return ProposalView{}, err
	}
	rows, err := a.store.Proposals(ctx, graph.ProposalsQuery{IDs: []graph.ID{n.ID()}, Limit: 1})
	if err != nil {
		return ProposalView{}, err
	}
	if len(rows) == 0 {
		return ProposalView{}, fault.New(fault.NotFound, "app.Proposal", name, "nothing proposes this", "`grove schema proposals` has the list")
	}
	v := ProposalView{ProposalRow: rows[0], State: states(rows[0].ID)}
	places, err := a.store.Proposing(ctx, graph.ProposingQuery{Proposals: []graph.ID{n.ID()}, Limit: shownEvidence})
	if err != nil {
		return v, err
	}
	var chunks []graph.ID
	for _, p := range places {
		chunks = append(chunks, p.Chunk)
	}
	said, err := a.store.Evidence(ctx, graph.EvidenceQuery{Chunks: chunks})
	for _, e := range said.Proposals {
		if e.Proposal == n.ID() && len(v.Evidence) < shownEvidence {
			v.Evidence = append(v.Evidence, e)
		}
	}
	return v, err
}
