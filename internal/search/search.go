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
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"grove/internal/fault"
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

// Size returns how many chunks the index holds and how many bytes its files have. An
// index that is closed, or whose files are gone, is an error: so it also tells
// whether the index still works.
func (x *Index) Size() (chunks uint64, bytes int64, err error) {
	const op = "search.Size"
	switch _, err := os.Stat(filepath.Join(x.options.Dir, rootFile)); {
	case errors.Is(err, fs.ErrNotExist):
		return 0, 0, fault.New(fault.NotFound, op, x.options.Dir, "there is no index", "open it once for writing, which makes it")
	case err != nil:
		return 0, 0, unopened(err, op, x.options.Dir)
	}
	r, err := x.reader(op)
	if err != nil {
		return 0, 0, err
	}
	chunks, err = r.DocCount()
	if closed := r.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return 0, 0, fault.Wrap(err, op, x.options.Dir)
	}
	files, err := os.ReadDir(x.options.Dir)
	if err != nil {
		return 0, 0, unopened(err, op, x.options.Dir)
	}
	for _, f := range files {
		if info, err := f.Info(); err == nil { // segments come and go
			bytes += info.Size()
		}
	}
	return chunks, bytes, nil
}

// Entries lists the chunks in the index, sorted, and the change number of the
// store that the index has reached. All ids are held in memory.
func (x *Index) Entries(ctx context.Context) (chunks []graph.ID, number int64, err error) {
	const op = "search.Entries"
	select {
	case x.writer <- struct{}{}: // Nobody writes while the two are read together.
		defer func() { <-x.writer }()
	case <-ctx.Done():
		return nil, 0, fault.Wrap(ctx.Err(), op, x.options.Dir)
	}
	defer guard(&err, op, x.options.Dir)()
	r, err := x.reader(op)
	if err != nil {
		return nil, 0, err
	}
	defer r.Close()
	entries, err := r.DocIDReaderAll()
	if err != nil {
		return nil, 0, fault.Wrap(err, op, x.options.Dir)
	}
	defer entries.Close()
	for {
		inner, err := entries.Next()
		if err != nil {
			return nil, 0, fault.Wrap(err, op, x.options.Dir)
		}
		if inner == nil {
			slices.Sort(chunks)
			return chunks, x.state.reached(), nil
		}
		id, err := r.ExternalID(inner)
		if err != nil {
			return nil, 0, fault.Wrap(err, op, x.options.Dir)
		}
		chunks = append(chunks, graph.ID(id))
	}
}
