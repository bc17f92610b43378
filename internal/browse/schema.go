package browse

import (
	"cmp"
	"context"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/schema"
)

// Schema is the schema of a workspace.
type Schema struct {
	Name    string `json:"name"`
	Version int    `json:"version"`
	// Settled is false while a part of the graph still follows an earlier version; the
	// next job that writes continues the change.
	Settled   bool             `json:"settled"`
	Evolution schema.Evolution `json:"evolution"`
	// Names are the names of the schema with their use in the graph, by part and name.
	Names []NameUsage `json:"names"`
	// Proposals is the number of open proposals.
	Proposals int `json:"proposals"`
	// Schema is the schema itself: the seed and the accepted names.
	Schema *schema.Schema `json:"schema"`
}

// NameUsage is a name of the schema with the number of entities, triples or attributes
// that use it.
type NameUsage struct {
	schema.Name
	Count int `json:"count"`
}

// Schema returns the schema of the workspace.
func (b *Browser) Schema(ctx context.Context) (Schema, error) {
	s, v, err := schema.Stored(ctx, b.store)
	if err != nil {
		return Schema{}, err
	}
	decisions, err := schema.Decisions(ctx, b.store)
	if err != nil {
		return Schema{}, err
	}
	open, err := schema.CountOpen(ctx, b.store, s, decisions)
	if err != nil {
		return Schema{}, err
	}
	usage, err := schema.Usage(ctx, b.store)
	if err != nil {
		return Schema{}, err
	}
	return Schema{Name: s.Name, Version: v.Version, Settled: v.Settled, Evolution: s.Mode(), Proposals: open, Schema: s,
		Names: lists.Map(s.Names(), func(n schema.Name) NameUsage { return NameUsage{n, usage[n.ID()]} })}, nil
}

// SchemaStep is a version of the schema with its changes.
type SchemaStep struct {
	Version   int              `json:"version"`
	Settled   bool             `json:"settled"`
	Name      string           `json:"name"`
	Evolution schema.Evolution `json:"evolution"`
	schema.Change
}

// SchemaHistory returns at most limit versions of the schema, the latest first.
func (b *Browser) SchemaHistory(ctx context.Context, limit int) ([]SchemaStep, error) {
	versions, err := b.store.SchemaVersions(ctx, graph.SchemaVersionsQuery{Limit: limit + 1})
	if err != nil {
		return nil, err
	}
	parsed := make([]*schema.Schema, len(versions)+1)
	parsed[len(versions)] = &schema.Schema{} // before the first version
	for i, v := range versions {
		if parsed[i], err = schema.ParseVersion(v); err != nil {
			return nil, err
		}
	}
	steps := []SchemaStep{}
	for i, v := range versions[:min(len(versions), limit)] {
		change := schema.Diff(parsed[i+1], parsed[i])
		change.Added, change.Removed = graph.List(change.Added), graph.List(change.Removed)
		steps = append(steps, SchemaStep{v.Version, v.Settled, parsed[i].Name, parsed[i].Mode(), change})
	}
	return steps, nil
}

// Proposal is a name outside the schema that documents use.
type Proposal struct {
	graph.ProposalRow
	State schema.State `json:"state"`
	// Evidence are the first places that use it; empty in a list of proposals.
	Evidence []graph.ProposalEvidence `json:"evidence"`
}

// Proposals returns at most limit proposals, the most supported first: of one part ("":
// all) and in one state ("": all).
func (b *Browser) Proposals(ctx context.Context, part graph.SchemaPart, state schema.State, limit int) ([]Proposal, error) {
	states, err := b.proposalStates(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := b.store.Proposals(ctx, graph.ProposalsQuery{Part: part, Limit: graph.MaxRows})
	if err != nil {
		return nil, err
	}
	out := []Proposal{}
	for _, r := range rows {
		if p := proposalOf(r, states); len(out) < limit && (state == "" || p.State == state) {
			out = append(out, p)
		}
	}
	return out, nil
}

func proposalOf(r graph.ProposalRow, states map[graph.ID]schema.State) Proposal {
	return Proposal{ProposalRow: r, State: cmp.Or(states[r.ID], schema.Open), Evidence: []graph.ProposalEvidence{}}
}

// proposalStates returns the states of the proposals that are not open.
func (b *Browser) proposalStates(ctx context.Context) (map[graph.ID]schema.State, error) {
	s, _, err := schema.Stored(ctx, b.store)
	if err != nil {
		return nil, err
	}
	decisions, err := schema.Decisions(ctx, b.store)
	return schema.States(s, decisions), err
}

// proposalEvidence is the maximum number of pieces of evidence of a Proposal.
const proposalEvidence = 20

// Proposal returns a proposal by its id or name (see schema.FindName), with the first
// places that use it.
func (b *Browser) Proposal(ctx context.Context, ref string) (Proposal, error) {
	n, err := schema.FindName(ctx, b.store, ref)
	if err != nil {
		return Proposal{}, err
	}
	states, err := b.proposalStates(ctx)
	if err != nil {
		return Proposal{}, err
	}
	rows, err := b.store.Proposals(ctx, graph.ProposalsQuery{IDs: []graph.ID{n.ID()}, Limit: 1})
	if err != nil {
		return Proposal{}, err
	}
	if len(rows) == 0 {
		return Proposal{}, schema.NotProposed(ref)
	}
	p := proposalOf(rows[0], states)
	places, err := b.store.Proposing(ctx, graph.ProposingQuery{Proposals: []graph.ID{n.ID()}, Limit: proposalEvidence})
	if err != nil {
		return p, err
	}
	chunks := lists.Map(places, func(p graph.ProposingRow) graph.ID { return p.Chunk })
	evidence, err := b.store.Evidence(ctx, graph.EvidenceQuery{Chunks: chunks})
	for _, e := range evidence.Proposals {
		if e.Proposal == n.ID() && len(p.Evidence) < proposalEvidence {
			p.Evidence = append(p.Evidence, e)
		}
	}
	return p, err
}
