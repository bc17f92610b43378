package ingest

import (
	"context"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/schema"
)

// followChunks is the number of chunks resolved at a time; they are written in
// transactions of about groupRows rows.
const followChunks = 200

// follow resolves again, from the journal, every chunk affected by the versions of the
// schema since the last settled one.
func (p *Pipeline) follow(ctx context.Context, out *Evolution) error {
	names, everything, err := p.unsettled(ctx)
	if err != nil {
		return err
	}
	next := p.proposing(names)
	if everything || len(names) > graph.MaxIDs {
		next = p.allChunks
	}
	var after graph.ID
	for {
		rows, err := next(ctx, after)
		if err != nil {
			return err
		}
		if len(rows) > 0 {
			after = rows[len(rows)-1].Chunk
			if err := p.restate(ctx, rows, out); err != nil {
				return err
			}
		}
		if len(rows) < followChunks {
			return nil
		}
	}
}

// unsettled returns the names, as proposals, in which the versions since the last settled
// one differ, and whether they affect all chunks.
func (p *Pipeline) unsettled(ctx context.Context) (names []graph.ID, everything bool, err error) {
	var later *schema.Schema
	seen := map[graph.ID]bool{}
	q := graph.SchemaVersionsQuery{Limit: 100}
	for {
		page, err := p.Store.SchemaVersions(ctx, q)
		if err != nil {
			return nil, false, err
		}
		for _, v := range page {
			q.Before = v.Version
			s, err := schema.ParseVersion(v)
			if err != nil {
				return nil, false, err
			}
			if later != nil {
				c := schema.Diff(s, later)
				everything = everything || c.Everything
				for _, n := range append(c.Added, c.Removed...) {
					if !seen[n.ID()] {
						seen[n.ID()] = true
						names = append(names, n.ID())
					}
				}
			}
			if later = s; v.Settled {
				return names, everything, nil
			}
		}
		if len(page) < q.Limit {
			return names, everything, nil
		}
	}
}

// proposing returns the chunks that use one of the names, a page at a time.
func (p *Pipeline) proposing(names []graph.ID) func(context.Context, graph.ID) ([]graph.ProposingRow, error) {
	return func(ctx context.Context, after graph.ID) ([]graph.ProposingRow, error) {
		if len(names) == 0 {
			return nil, nil
		}
		return p.Store.Proposing(ctx, graph.ProposingQuery{Proposals: names, After: after, Limit: followChunks})
	}
}

// allChunks returns all chunks, a page at a time.
func (p *Pipeline) allChunks(ctx context.Context, after graph.ID) ([]graph.ProposingRow, error) {
	chunks, err := p.Store.PageChunks(ctx, graph.PageQuery{After: after, Limit: followChunks})
	return lists.Map(chunks, func(c graph.Chunk) graph.ProposingRow { return graph.ProposingRow{Chunk: c.ID, Document: c.Document} }), err
}

// restate writes the evidence of chunks under the schema in force.
func (p *Pipeline) restate(ctx context.Context, chunks []graph.ProposingRow, out *Evolution) error {
	ids := lists.Map(chunks, func(c graph.ProposingRow) graph.ID { return c.Chunk })
	evidence, err := p.Journalled(ctx, ids)
	if err != nil {
		return err
	}
	var change graph.Change
	rows := 0
	apply := func() error {
		if len(change.Restate) == 0 {
			return nil
		}
		_, err := p.Store.Apply(ctx, change)
		out.Restated += len(change.Restate)
		change, rows = graph.Change{}, 0
		return err
	}
	for _, c := range chunks {
		e, ok := evidence[c.Chunk]
		if !ok {
			if err := p.countLeft(ctx, c.Chunk, out); err != nil {
				return err
			}
			continue
		}
		change.Restate = append(change.Restate, graph.Restatement{Document: c.Document, Chunks: []graph.ID{c.Chunk}, Evidence: e})
		if rows += e.Rows(); rows >= groupRows {
			if err := apply(); err != nil {
				return err
			}
		}
	}
	return apply()
}

// countLeft counts a chunk that the journal lacks, if it has evidence: a quarantined one
// has none.
func (p *Pipeline) countLeft(ctx context.Context, chunk graph.ID, out *Evolution) error {
	e, err := p.Store.Evidence(ctx, graph.EvidenceQuery{Chunks: []graph.ID{chunk}})
	if e.Rows() > 0 {
		out.Left++
	}
	return err
}
