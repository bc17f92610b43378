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
	own, err := p.ownSchema(ctx)
	if err != nil {
		return Report{}, err
	}
	if _, err := p.Store.PutSchema(ctx, own.Body()); err != nil {
		return Report{}, err
	}
	return p.run(ctx, false, func(ctx context.Context, r *run, calls *errgroup.Group) error {
		return p.everyDocument(ctx, func(docs []*document) error {
			if err := r.start(ctx, docs, calls); err != nil {
				return err
			}
			if r.stopped.Load() {
				return errStopped
			}
			return nil
		})
	})
}

// EstimateReextract estimates what Reextract would cost, without a call or a write.
func (p *Pipeline) EstimateReextract(ctx context.Context) (Estimate, error) {
	own, err := p.ownSchema(ctx)
	if err != nil {
		return Estimate{}, err
	}
	return p.estimate(p.newRun(own, false), func(r *run, add func(context.Context, []*document) error) error {
		return p.everyDocument(ctx, func(docs []*document) error { return add(ctx, docs) })
	})
}

// ownSchema returns the workspace's schema as calls show it from now on.
func (p *Pipeline) ownSchema(ctx context.Context) (*schema.Schema, error) {
	own, _, err := schema.Stored(ctx, p.Store)
	if err == nil {
		own.Asked = own.Question()
	}
	return own, err
}

// everyDocument calls each with all documents of the graph, some at a time, to be extracted anew.
func (p *Pipeline) everyDocument(ctx context.Context, each func([]*document) error) error {
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
			if err := each(docs); err != nil {
				return err
			}
			docs, tokens = nil, 0
		}
	}
	return nil
}
