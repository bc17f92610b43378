package ingest

import (
	"context"

	"golang.org/x/sync/errgroup"

	"grove/internal/graph"
	"grove/schema"
)

// batchTokens is the most text held in memory at once, in tokens.
const batchTokens = 2 << 20

// Reextract extracts every chunk of the graph again, by calls that show the schema in
// force, and restates the chunks. Chunks that were extracted under this schema are
// skipped, and a chunk without a readable reply keeps its evidence.
func (p *Pipeline) Reextract(ctx context.Context) (Report, error) {
	own, _, err := schema.Stored(ctx, p.Store)
	if err != nil {
		return Report{}, err
	}
	own.Asked = own.Question()
	if _, err := p.Store.PutSchema(ctx, own.Body()); err != nil {
		return Report{}, err
	}
	return p.run(ctx, false, func(ctx context.Context, r *run, calls *errgroup.Group) error {
		for found, err := range graph.Pages(ctx, p.Store.Documents, graph.DocumentsQuery{Limit: planBatch}) {
			if err != nil {
				return err
			}
			var docs []*document
			tokens := 0
			for i, row := range found {
				d, err := p.stored(ctx, row.ID)
				if err != nil {
					return err
				}
				d.anew = true
				docs, tokens = append(docs, d), tokens+d.Tokens
				if i < len(found)-1 && tokens < batchTokens {
					continue
				}
				if err := r.start(ctx, docs, calls); err != nil {
					return err
				}
				if r.stopped.Load() {
					return errStopped
				}
				docs, tokens = nil, 0
			}
		}
		return nil
	})
}
