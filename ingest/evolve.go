package ingest

import (
	"context"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/schema"
)

// Evolution is what became of the schema at the end of a job.
type Evolution struct {
	Mode schema.Evolution `json:"mode"`
	// Accepted and Dropped are the names that came into the schema and went out of it.
	Accepted []Accepted    `json:"accepted"`
	Dropped  []schema.Name `json:"dropped"`
	// Open are the proposals that nobody decided on and that were not accepted.
	Open int `json:"open"`
	// Restated are the chunks that were resolved again, without a call; Left those
	// that should have been, but have no journalled extraction (they were imported).
	Restated int `json:"restated"`
	Left     int `json:"left"`
}

// Accepted is a name that came into the schema, and why.
type Accepted struct {
	schema.Name
	// Confidence, Support (chunks) and Documents are those of the proposal; zero
	// where a person accepted a name that nothing proposes.
	Confidence float64 `json:"confidence"`
	Support    int     `json:"support"`
	Documents  int     `json:"documents"`
	Signature  string  `json:"signature,omitempty"`
}

// AcceptKind and RejectKind are the kinds of decisions about names of the schema;
// their subjects are a part and a normalised name.
const (
	AcceptKind = "accept"
	RejectKind = "reject"
)

// Evolve brings the workspace's schema up to date with what people decided and
// with the proposals, and the graph with the schema. Both are pure functions of
// what is stored, and a new version counts as settled only once every chunk that
// it bears on was resolved again: killed at any moment, Evolve finds what is left
// when it is called again. A workspace without a schema is left as it is.
func (p *Pipeline) Evolve(ctx context.Context) (Evolution, error) {
	out := Evolution{Accepted: []Accepted{}, Dropped: []schema.Name{}}
	own, stored, err := p.ownSchema(ctx)
	if fault.Is(err, fault.NotFound) {
		return out, nil
	}
	if err != nil {
		return out, err
	}
	out.Mode = own.Mode()
	// What is proposed follows from the seed in force, so the graph must follow it first.
	if err := p.settleVersion(ctx, stored, &out); err != nil {
		return out, err
	}
	words, err := p.words(ctx)
	if err != nil {
		return out, err
	}
	next, err := p.evolved(ctx, own, words)
	if err != nil {
		return out, err
	}
	if next.Body() != stored.Body {
		if stored, err = p.Store.PutSchema(ctx, next.Body()); err != nil {
			return out, err
		}
		if err := p.tellChange(ctx, &out, schema.Diff(own, next)); err != nil {
			return out, err
		}
		if err := p.settleVersion(ctx, stored, &out); err != nil {
			return out, err
		}
	}
	if out.Open, err = p.open(ctx, next, words); err != nil {
		return out, err
	}
	return out, p.Index.Sync(ctx)
}

// evolved is the schema that follows from the seed, the words and the proposals.
func (p *Pipeline) evolved(ctx context.Context, own *schema.Schema, words []schema.Word) (*schema.Schema, error) {
	if own.Mode() != schema.Auto {
		return own.Evolve(words, nil, 0), nil
	}
	counts, err := p.Store.Counts(ctx)
	if err != nil {
		return nil, err
	}
	// Beyond so many names that chunks agree on, the most supported count.
	proposals, err := p.Store.Proposals(ctx, graph.ProposalsQuery{Least: schema.LeastChunks, Limit: graph.MaxRows})
	return own.Evolve(words, proposals, counts.Documents), err
}

// settleVersion has the graph follow a version, unless it does.
func (p *Pipeline) settleVersion(ctx context.Context, v graph.SchemaVersion, out *Evolution) error {
	if v.Settled {
		return nil
	}
	if err := p.follow(ctx, out); err != nil {
		return err
	}
	return p.Store.SettleSchema(ctx, v.Version)
}

// words are what people said of names, in the order in which they said it.
func (p *Pipeline) words(ctx context.Context) ([]schema.Word, error) {
	var out []schema.Word
	q := graph.DecisionsQuery{Kinds: []string{AcceptKind, RejectKind}, Limit: graph.MaxRows}
	for {
		page, err := p.Store.Decisions(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, d := range page {
			q.After = d.Seq
			if len(d.Subjects) != 2 || !graph.SchemaPart(d.Subjects[0]).Valid() || d.Subjects[1] == "" {
				return nil, fault.New(fault.Corrupt, "ingest.words", string(d.ID), "a decision about no name of the schema", "")
			}
			out = append(out, schema.Word{Part: graph.SchemaPart(d.Subjects[0]), Name: d.Subjects[1], Accept: d.Kind == AcceptKind})
		}
		if len(page) < q.Limit {
			return out, nil
		}
	}
}

// tellChange says what came and went, and why.
func (p *Pipeline) tellChange(ctx context.Context, out *Evolution, c schema.Change) error {
	out.Accepted, out.Dropped = []Accepted{}, c.Removed
	var ids []graph.ID
	for _, n := range c.Added {
		ids = append(ids, n.ID())
	}
	found := map[graph.ID]graph.ProposalRow{}
	if len(ids) > 0 {
		rows, err := p.Store.Proposals(ctx, graph.ProposalsQuery{IDs: ids[:min(len(ids), graph.MaxIDs)], Limit: graph.MaxRows})
		if err != nil {
			return err
		}
		for _, r := range rows {
			found[r.ID] = r
		}
	}
	for _, n := range c.Added {
		r := found[n.ID()]
		out.Accepted = append(out.Accepted, Accepted{n, r.Confidence, r.Support, r.Documents, r.Signature})
	}
	return nil
}

// Open counts the proposals of the workspace's schema that are neither in it nor
// decided on.
func (p *Pipeline) Open(ctx context.Context) (int, error) {
	own, _, err := p.ownSchema(ctx)
	if err != nil {
		return 0, err
	}
	words, err := p.words(ctx)
	if err != nil {
		return 0, err
	}
	return p.open(ctx, own, words)
}

// open counts the proposals that are neither in the schema nor decided on.
func (p *Pipeline) open(ctx context.Context, s *schema.Schema, words []schema.Word) (int, error) {
	counts, err := p.Store.Counts(ctx)
	if err != nil {
		return 0, err
	}
	closed := map[graph.ID]bool{}
	for _, w := range words {
		closed[graph.ProposalID(w.Part, w.Name)] = true
	}
	for _, n := range s.Names() {
		if n.By != "" {
			closed[n.ID()] = true
		}
	}
	ids := make([]graph.ID, 0, len(closed))
	for id := range closed {
		ids = append(ids, id)
	}
	proposed := 0
	for from := 0; from < len(ids); from += graph.MaxIDs {
		rows, err := p.Store.Proposals(ctx, graph.ProposalsQuery{IDs: ids[from:min(from+graph.MaxIDs, len(ids))], Limit: graph.MaxRows})
		if err != nil {
			return 0, err
		}
		proposed += len(rows)
	}
	return counts.Proposals - proposed, nil
}
