// Package search finds chunks by their words: textbook BM25 over the chunks of
// one workspace, with Bleve's scorch as the inverted index.
//
// Only postings come from Bleve: which chunks hold a term and how often. Its
// scores are not used, because they follow the layout of its segments. Terms
// (text.Terms), lengths and the formula are Grove's own, so that a score is the
// same whatever store, history or machine it was computed on.
//
// The index is derived data. It follows the store's feed of changes, keeps the
// change number it has reached in the same write as the chunks, and is rebuilt
// whenever it can't be trusted.
package search

import (
	"context"

	"grove/internal/graph"
)

// Source is what the index follows: a store's chunks and the feed of their changes.
type Source interface {
	ChangeNumber(context.Context) (int64, error)
	Changes(context.Context, graph.ChangesQuery) ([]graph.ChunkChange, error)
	Chunks(context.Context, graph.ChunksQuery) ([]graph.ChunkRow, error)
}

// Query asks for the chunks that match a text best.
type Query struct {
	// Text is analysed like the chunks. A term counts as often as it stands there.
	Text string
	// K is the most hits wanted: 0 is graph.DefaultLimit, at most graph.MaxRows.
	K int
	// Keep, if set, is asked which of the candidates count: those that the store
	// still has and that lie in the question's scope. It is asked in rank order,
	// a bounded number at a time, until K are kept or none is left. It changes no
	// score: N, df and lengths stay those of the whole index.
	Keep func(ctx context.Context, candidates []graph.ID) (map[graph.ID]bool, error)
}

// Hit is a chunk that shares a term with the query.
type Hit struct {
	Chunk graph.ID
	// Score is above 0, rounded to 9 decimals.
	Score float64
}
