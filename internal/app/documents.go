package app

import (
	"context"
	"io"
	"slices"

	"grove/internal/exchange"
	"grove/internal/graph"
	"grove/internal/lookup"
)

// Documents lists the documents that a query asks for in the order of their ids,
// at most limit (0: all); all of them in memory.
func (a *App) Documents(ctx context.Context, q graph.DocumentsQuery, limit int) ([]graph.Document, error) {
	return lookup.Documents(ctx, a.store, q, limit)
}

// ShownDocument is a document with its chunks.
type ShownDocument struct {
	graph.Document
	Chunks []graph.Chunk
}

// Show gives the selected documents with all their chunks; NotFound where there are none.
func (a *App) Show(ctx context.Context, s lookup.Selector) ([]ShownDocument, error) {
	found, err := s.Documents(ctx, a.store, "app.Show")
	if err != nil {
		return nil, err
	}
	var out []ShownDocument
	for _, d := range found {
		shown := ShownDocument{Document: d}
		for from := 0; ; from += graph.MaxRows {
			rows, err := a.store.Chunks(ctx, graph.ChunksQuery{Document: d.ID, From: from, Limit: graph.MaxRows})
			if err != nil {
				return nil, err
			}
			for _, r := range rows {
				shown.Chunks = append(shown.Chunks, r.Chunk)
			}
			if len(rows) < graph.MaxRows {
				break
			}
		}
		out = append(out, shown)
	}
	return out, nil
}

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

// Stats counts what the workspace holds.
func (a *App) Stats(ctx context.Context) (graph.Counts, error) { return a.store.Counts(ctx) }

// Shapes are the columns of GraphReader's table 8.
type Shapes struct {
	// Workspace takes all documents as one graph, Documents each as one of its own.
	Workspace graph.Shape `json:"workspace"`
	Documents graph.Shape `json:"documents"`
}

// Shapes measures the graph: it reads every fact's links, page by page.
func (a *App) Shapes(ctx context.Context) (Shapes, error) {
	counts, err := a.store.Counts(ctx)
	if err != nil {
		return Shapes{}, err
	}
	whole := graph.Sample{Facts: counts.Facts}
	for q := (graph.PageQuery{}); ; {
		page, err := a.store.PageDegrees(ctx, q)
		if err != nil {
			return Shapes{}, err
		}
		for _, d := range page {
			whole.Add(d)
			q.After = d.Element
		}
		if len(page) < graph.Limit(q.Limit) {
			break
		}
	}
	var each []graph.Sample
	for q := (graph.PageQuery{Limit: samplePage}); ; {
		page, err := a.store.PageSamples(ctx, q)
		if err != nil {
			return Shapes{}, err
		}
		for _, s := range page {
			each = append(each, s.Sample)
			q.After = s.Document
		}
		if len(page) < q.Limit {
			break
		}
	}
	return Shapes{graph.ShapeOf([]graph.Sample{whole}), graph.ShapeOf(each)}, nil
}

// samplePage is how many documents are measured in one read.
const samplePage = 50

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
