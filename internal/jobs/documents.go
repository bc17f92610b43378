package jobs

import (
	"context"
	"io"
	"slices"
	"time"

	"grove/ingest/refresh"
	"grove/internal/exchange"
	"grove/internal/graph"
	"grove/internal/lookup"
	"grove/schema"
)

// deleteGroup is how many documents are deleted in one transaction.
const deleteGroup = 100

// Deletion is the outcome of Delete.
type Deletion struct {
	// Documents are those that were deleted.
	Documents []graph.Document
	refresh.Report
}

// Delete removes the selected documents with everything that only they support, and
// refreshes what is derived; fault.NotFound where there are none. With an error too it
// has the documents that were deleted.
func (j *Jobs) Delete(ctx context.Context, s lookup.Selector) (Deletion, error) {
	found, err := s.Documents(ctx, j.ws.Store, "jobs.Delete")
	if err != nil {
		return Deletion{}, err
	}
	var out Deletion
	if out.Documents, err = j.Remove(ctx, found); err != nil {
		return out, err
	}
	out.Report, err = j.ws.Refresh(ctx, refresh.Options{KeywordTitles: true})
	return out, err
}

// Remove takes documents out of the graph and the text index, without refreshing what is
// derived, and returns those that were removed.
func (j *Jobs) Remove(ctx context.Context, documents []graph.Document) (removed []graph.Document, err error) {
	for group := range slices.Chunk(documents, deleteGroup) {
		var change graph.Change
		for _, d := range group {
			if err := graph.ShrinkForRemoval(ctx, j.ws.Store, d.ID, nil); err != nil {
				return removed, err
			}
			change.Remove = append(change.Remove, d.ID)
		}
		if _, err := j.ws.Store.Apply(ctx, change); err != nil {
			return removed, err
		}
		removed = append(removed, group...)
	}
	return removed, j.ws.Index.Sync(ctx)
}

// ImportResult is the outcome of Import, and how long it took in milliseconds.
type ImportResult struct {
	exchange.Imported
	Ms int64 `json:"ms"`
}

// Import reads a canonical export into the workspace, which must be empty or hold the
// beginning of the same import. The documents have no origin: the first file that is
// ingested under a document's source and differs from it takes its place.
func (j *Jobs) Import(ctx context.Context, r io.Reader, progress func(exchange.ImportProgress)) (ImportResult, error) {
	started := time.Now()
	report, err := exchange.Import(ctx, j.ws.Store, r, exchange.ImportOptions{
		Schema: schema.Canonical, Now: started.UTC().Truncate(time.Second), Progress: progress,
	})
	if err == nil {
		err = j.ws.Index.Sync(ctx)
	}
	if err != nil {
		return ImportResult{}, err
	}
	return ImportResult{report, time.Since(started).Milliseconds()}, nil
}
