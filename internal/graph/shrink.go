package graph

import (
	"context"
	"slices"
)

// shrinkChunks is the number of chunks of a large document that one change removes. With
// what they support they fit a transaction of a small Neo4j server.
const shrinkChunks = 10

// Shrinker is the part of a store that ShrinkForRemoval uses.
type Shrinker interface {
	Chunks(context.Context, ChunksQuery) ([]ChunkRow, error)
	Apply(context.Context, Change) (Applied, error)
}

// ShrinkForRemoval removes the chunks of a document from its end, a few in each change,
// until one change can remove the document itself, which is left to the caller.
// returning are the chunks that the document will have again. If it is interrupted, the
// document is Partial and may be removed or ingested again.
func ShrinkForRemoval(ctx context.Context, s Shrinker, document ID, returning []ID) error {
	var chunks []ID
	for rows, err := range ChunkPages(ctx, s.Chunks, document, DefaultLimit) {
		if err != nil {
			return err
		}
		chunks = append(chunks, Keys(rows)...)
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
