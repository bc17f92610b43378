package query

import (
	"context"

	"grove/internal/graph"
)

// Chunks reads chunks.
type Chunks interface {
	Chunks(context.Context, graph.ChunksQuery) ([]graph.ChunkRow, error)
}

// Graph is the graph that agents read: a store, a snapshot of one, or a Traced one.
type Graph = graph.Reader
