package search

import (
	"context"
	"slices"

	"grove/internal/fault"
	"grove/internal/graph"
)

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
