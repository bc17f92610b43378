package ingest

import (
	"context"

	"grove/ingest/extract"
	"grove/ingest/resolve"
	"grove/internal/graph"
	"grove/schema"
)

// Journalled returns the evidence of chunks of the graph from their journalled
// extractions, in which each name has its own element. Chunks that the journal lacks are
// left out.
func (p *Pipeline) Journalled(ctx context.Context, chunks []graph.ID) (map[graph.ID]graph.Evidence, error) {
	bounds, _, err := schema.Stored(ctx, p.Store)
	if err != nil {
		return nil, err
	}
	journal, err := p.Store.Extractions(ctx, graph.ExtractionsQuery{Chunks: chunks})
	if err != nil {
		return nil, err
	}
	found := map[graph.ID]extract.Extraction{}
	for _, e := range journal {
		if e.State != graph.Extracted {
			continue
		}
		if found[e.Chunk], err = extractionOf(e); err != nil {
			return nil, err
		}
	}
	rows, err := p.Store.Chunks(ctx, graph.ChunksQuery{IDs: chunks, Limit: len(chunks)})
	if err != nil {
		return nil, err
	}
	out := map[graph.ID]graph.Evidence{}
	for _, row := range rows {
		if x, ok := found[row.ID]; ok {
			out[row.ID], _ = resolve.Evidence(resolve.Input{Title: row.Title, Chunk: row.Chunk, Extraction: x, Schema: bounds})
		}
	}
	return out, nil
}
