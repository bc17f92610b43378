package app

import (
	"context"
	"slices"

	"grove/internal/graph"
	"grove/query"
)

// readBy gives the documents whose chunks an answer's trace reads, by source id (own
// id where there is none), sorted, each once.
func (a *App) readBy(ctx context.Context, answer query.Answer) ([]string, error) {
	var chunks []graph.ID
	for _, s := range answer.Trace {
		if s.Action != "chunks" {
			continue
		}
		for _, id := range s.IDs {
			chunks = append(chunks, graph.ID(id))
		}
	}
	slices.Sort(chunks)
	out := []string{}
	for ids := range slices.Chunk(slices.Compact(chunks), graph.MaxIDs) {
		rows, err := a.store.Chunks(ctx, graph.ChunksQuery{IDs: ids, Limit: len(ids)})
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			id := r.SourceID
			if id == "" {
				id = string(r.Document)
			}
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}
