package app

import (
	"context"
	"io"
	"slices"

	"grove/internal/exchange"
	"grove/internal/graph"
	"grove/internal/lookup"
)

// deleteGroup is how many documents go in one transaction.
const deleteGroup = 100

// Deletion is what a deletion came to.
type Deletion struct {
	// Documents are those that went.
	Documents []graph.Document
	Regrown
}

// Delete removes the selected documents with everything that only they support;
// NotFound where there are none. With an error too it tells which went.
func (a *App) Delete(ctx context.Context, s lookup.Selector) (Deletion, error) {
	found, err := s.Documents(ctx, a.store, "app.Delete")
	if err != nil {
		return Deletion{}, err
	}
	var out Deletion
	if out.Documents, err = a.remove(ctx, found); err != nil {
		return out, err
	}
	out.Regrown, err = a.regrow(ctx)
	return out, err
}

// remove takes documents out of the graph and the text index, and gives those that went.
func (a *App) remove(ctx context.Context, documents []graph.Document) (gone []graph.Document, err error) {
	for group := range slices.Chunk(documents, deleteGroup) {
		var change graph.Change
		for _, d := range group {
			if err := graph.ShrinkForRemoval(ctx, a.store, d.ID, nil); err != nil {
				return gone, err
			}
			change.Remove = append(change.Remove, d.ID)
		}
		if _, err := a.store.Apply(ctx, change); err != nil {
			return gone, err
		}
		gone = append(gone, group...)
	}
	return gone, a.index.Sync(ctx)
}

// ExportJSONL writes the canonical export of one state of the graph, and gives
// the number of lines.
func (a *App) ExportJSONL(ctx context.Context, w io.Writer) (int, error) {
	snapshot, release, err := a.store.Snapshot(ctx)
	if err != nil {
		return 0, err
	}
	defer release()
	return exchange.JSONL(ctx, snapshot, w)
}
