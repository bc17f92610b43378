package ingest

import (
	"context"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/schema"
)

// Evolution is how the schema changed at the end of a job.
type Evolution struct {
	Mode schema.Evolution `json:"mode"`
	// Accepted and Dropped are the names added to the schema and removed from it.
	Accepted []Accepted    `json:"accepted"`
	Dropped  []schema.Name `json:"dropped"`
	// Open is the number of proposals that are neither accepted nor rejected.
	Open int `json:"open"`
	// Restated is the number of chunks resolved again, without a call; Left that of chunks
	// that should have been, but have no journalled extraction (they were imported).
	Restated int `json:"restated"`
	Left     int `json:"left"`
}

// Accepted is a name that was added to the schema, and its support.
type Accepted struct {
	schema.Name
	// Confidence, Support (chunks) and Documents are those of the proposal; zero where a
	// person accepted a name that nothing proposes.
	Confidence float64 `json:"confidence"`
	Support    int     `json:"support"`
	Documents  int     `json:"documents"`
	Signature  string  `json:"signature,omitempty"`
}

// Evolve brings the workspace's schema up to date with people's decisions and the
// proposals, and the graph with the schema. Both are pure functions of what is stored,
// and a new version is settled only once every chunk that it affects was resolved
// again: interrupted at any moment, Evolve finishes when called again. A workspace
// without a schema stays as it is.
func (p *Pipeline) Evolve(ctx context.Context) (Evolution, error) {
	out := Evolution{Accepted: []Accepted{}, Dropped: []schema.Name{}}
	own, stored, err := schema.Stored(ctx, p.Store)
	if fault.Is(err, fault.NotFound) {
		return out, nil
	}
	if err != nil {
		return out, err
	}
	out.Mode = own.Mode()
	// The proposals derive from the seed in force, so the graph is brought up to date with it first.
	if err := p.settleVersion(ctx, stored, &out); err != nil {
		return out, err
	}
	decisions, err := schema.Decisions(ctx, p.Store)
	if err != nil {
		return out, err
	}
	next, err := p.evolved(ctx, own, decisions)
	if err != nil {
		return out, err
	}
	if next.Body() != stored.Body {
		if stored, err = p.Store.PutSchema(ctx, next.Body()); err != nil {
			return out, err
		}
		if err := p.reportChange(ctx, &out, schema.Diff(own, next)); err != nil {
			return out, err
		}
		if err := p.settleVersion(ctx, stored, &out); err != nil {
			return out, err
		}
	}
	if out.Open, err = schema.CountOpen(ctx, p.Store, next, decisions); err != nil {
		return out, err
	}
	return out, p.Index.Sync(ctx)
}

// evolved returns the schema that follows from the seed, the decisions and the proposals.
func (p *Pipeline) evolved(ctx context.Context, own *schema.Schema, decisions []schema.Decision) (*schema.Schema, error) {
	if own.Mode() != schema.Auto {
		return own.Evolve(decisions, nil, 0), nil
	}
	counts, err := p.Store.Counts(ctx)
	if err != nil {
		return nil, err
	}
	// Beyond so many names that chunks agree on, the most supported count.
	proposals, err := p.Store.Proposals(ctx, graph.ProposalsQuery{Least: schema.LeastChunks, Limit: graph.MaxRows})
	return own.Evolve(decisions, proposals, counts.Documents), err
}

// settleVersion brings the graph up to date with a version, unless it is settled.
func (p *Pipeline) settleVersion(ctx context.Context, v graph.SchemaVersion, out *Evolution) error {
	if v.Settled {
		return nil
	}
	if err := p.follow(ctx, out); err != nil {
		return err
	}
	return p.Store.SettleSchema(ctx, v.Version)
}

// reportChange adds the names that were added and removed.
func (p *Pipeline) reportChange(ctx context.Context, out *Evolution, c schema.Change) error {
	out.Accepted, out.Dropped = []Accepted{}, c.Removed
	ids := lists.Map(c.Added, func(n schema.Name) graph.ID { return n.ID() })
	found := map[graph.ID]graph.ProposalRow{}
	if len(ids) > 0 {
		rows, err := p.Store.Proposals(ctx, graph.ProposalsQuery{IDs: ids[:min(len(ids), graph.MaxIDs)], Limit: graph.MaxRows})
		if err != nil {
			return err
		}
		found = lists.Index(rows, func(r graph.ProposalRow) graph.ID { return r.ID })
	}
	for _, n := range c.Added {
		r := found[n.ID()]
		out.Accepted = append(out.Accepted, Accepted{n, r.Confidence, r.Support, r.Documents, r.Signature})
	}
	return nil
}
