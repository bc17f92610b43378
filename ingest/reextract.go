package ingest

import (
	"context"

	"golang.org/x/sync/errgroup"

	"grove/internal/graph"
)

// Reextract asks anew for every chunk of the graph, under the schema as models
// are shown it now, and journals what is said; Evolve then resolves the graph
// again from that. What was asked under this schema already is not asked again.
func (p *Pipeline) Reextract(ctx context.Context) (Report, error) {
	own, _, err := p.ownSchema(ctx)
	if err != nil {
		return Report{}, err
	}
	own.Asked = own.Question()
	if _, err := p.Store.PutSchema(ctx, own.Body()); err != nil {
		return Report{}, err
	}
	return p.run(ctx, false, func(ctx context.Context, r *run, calls *errgroup.Group) error {
		r.journalOnly = true
		var after graph.ID
		for {
			found, err := p.Store.Documents(ctx, graph.DocumentsQuery{After: after, Limit: planBatch})
			if err != nil {
				return err
			}
			var docs []*document
			for _, row := range found {
				after = row.ID
				d, err := p.stored(ctx, row.ID)
				if err != nil {
					return err
				}
				docs = append(docs, d)
			}
			if err := r.start(ctx, docs, calls); err != nil {
				return err
			}
			if r.stopped.Load() {
				return errStopped
			}
			if len(found) < planBatch {
				return nil
			}
		}
	})
}
