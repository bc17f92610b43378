package ingest

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
)

// Retry extracts the quarantined chunks of documents in the graph again, without cached
// replies, and restates those with a readable reply. With documents it is limited to
// theirs.
func (p *Pipeline) Retry(ctx context.Context, documents ...graph.ID) (Report, error) {
	return p.run(ctx, true, func(ctx context.Context, r *run, calls *errgroup.Group) error {
		ids, err := p.quarantinedDocuments(ctx)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if len(documents) > 0 && !slices.Contains(documents, id) {
				continue
			}
			d, err := p.stored(ctx, id)
			if err != nil {
				return err
			}
			if err := r.start(ctx, []*document{d}, calls); err != nil {
				return err
			}
			if r.stopped.Load() {
				return errStopped
			}
		}
		return nil
	})
}

// quarantinedDocuments returns the documents with quarantined chunks, sorted.
func (p *Pipeline) quarantinedDocuments(ctx context.Context) ([]graph.ID, error) {
	var ids []graph.ID
	var after graph.ID
	for {
		rows, err := p.Store.Quarantined(ctx, graph.QuarantinedQuery{After: after})
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			if row.Document != "" {
				ids = append(ids, row.Document)
			}
			after = row.Chunk
		}
		if len(rows) < graph.DefaultLimit {
			return lists.Sorted(ids), nil
		}
	}
}

// stored reads a document of the graph whose chunks are to be restated.
func (p *Pipeline) stored(ctx context.Context, id graph.ID) (*document, error) {
	found, err := p.Store.Documents(ctx, graph.DocumentsQuery{IDs: []graph.ID{id}, Limit: 1})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fault.New(fault.NotFound, "ingest.stored", string(id), "there is no such document", "")
	}
	d := &document{Document: found[0], restates: true}
	for row, err := range graph.ChunkRows(ctx, p.Store.Chunks, id, graph.MaxRows) {
		if err != nil {
			return nil, err
		}
		d.chunks = append(d.chunks, row.Chunk)
	}
	return d, nil
}
