package graph

import (
	"context"
	"slices"
)

// shrinkChunks is how many chunks of a large document go in one change: with
// what they support a transaction that a small server can hold.
const shrinkChunks = 10

// Shrinker is what ShrinkForRemoval needs of a store.
type Shrinker interface {
	Chunks(context.Context, ChunksQuery) ([]ChunkRow, error)
	Apply(context.Context, Change) (Applied, error)
}

// ShrinkForRemoval takes a document's chunks away from its end, a few at a time,
// until so few are left that the document itself can go in one change, which is
// left to the caller. returning are the chunks that the same document will have
// again. Stopped half-way, the document is Partial, and may be removed or
// ingested again.
func ShrinkForRemoval(ctx context.Context, s Shrinker, document ID, returning []ID) error {
	var chunks []ID
	for {
		rows, err := s.Chunks(ctx, ChunksQuery{Document: document, From: len(chunks), Limit: DefaultLimit})
		if err != nil {
			return err
		}
		for _, r := range rows {
			chunks = append(chunks, r.ID)
		}
		if len(rows) < DefaultLimit {
			break
		}
	}
	for len(chunks) > shrinkChunks {
		rest := len(chunks) - shrinkChunks
		last := slices.Clone(chunks[rest:])
		chunks = chunks[:rest]
		if _, err := s.Apply(ctx, Change{Shrink: []Shrink{{document, last}}, Returning: returning}); err != nil {
			return err
		}
	}
	return nil
}
