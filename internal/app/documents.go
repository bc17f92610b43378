package app

import (
	"context"
	"io"
	"slices"

	"grove/internal/exchange"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/load"
)

// Selector names documents: by id, by source, or by source id (all that carry it).
type Selector struct {
	IDs, Sources, SourceIDs []string
	// Names are ids, or sources where no document has the id.
	Names []string
}

// Empty tells that nothing is named.
func (s Selector) Empty() bool { return len(s.IDs)+len(s.Sources)+len(s.SourceIDs)+len(s.Names) == 0 }

func (s Selector) query() graph.DocumentsQuery {
	q := graph.DocumentsQuery{Sources: s.Sources, SourceIDs: s.SourceIDs}
	for _, id := range s.IDs {
		q.IDs = append(q.IDs, graph.ID(id))
	}
	return q
}

// Documents lists the documents that a query asks for in the order of their ids,
// at most limit (0: all); all of them in memory.
func (a *App) Documents(ctx context.Context, q graph.DocumentsQuery, limit int) ([]graph.Document, error) {
	return allDocuments(ctx, a.store, q, limit)
}

// ShownDocument is a document with its chunks.
type ShownDocument struct {
	graph.Document
	Chunks []graph.Chunk
}

// Show gives the selected documents with all their chunks; NotFound where there are none.
func (a *App) Show(ctx context.Context, s Selector) ([]ShownDocument, error) {
	found, err := a.selected(ctx, "app.Show", s)
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
func (a *App) Delete(ctx context.Context, s Selector) (Deletion, error) {
	found, err := a.selected(ctx, "app.Delete", s)
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

// stored is the selector with names as documents carry them: long ones shortened.
func (s Selector) stored() Selector {
	short := func(names []string) []string {
		out := make([]string, len(names))
		for i, n := range names {
			out[i] = load.Name(n)
		}
		return out
	}
	return Selector{IDs: s.IDs, Sources: short(s.Sources), SourceIDs: short(s.SourceIDs), Names: s.Names}
}

// selected gives the documents named; each name must find one.
func (a *App) selected(ctx context.Context, op string, s Selector) ([]graph.Document, error) {
	if s.Empty() {
		return nil, fault.New(fault.Invalid, op, "", "no document is named", "give ids, --source S or --source-id S")
	}
	s, err := a.named(ctx, s)
	if err != nil {
		return nil, err
	}
	s = s.stored()
	found, err := allDocuments(ctx, a.store, s.query(), 0)
	if err != nil {
		return nil, err
	}
	for _, name := range s.missing(found) {
		return nil, fault.New(fault.NotFound, op, name, "no such document", "give an id or a source; see `grove documents list`")
	}
	return found, nil
}

// named is the selector with its names told apart into ids and sources.
func (a *App) named(ctx context.Context, s Selector) (Selector, error) {
	if len(s.Names) == 0 {
		return s, nil
	}
	found, err := allDocuments(ctx, a.store, Selector{IDs: s.Names}.query(), 0)
	if err != nil {
		return s, err
	}
	for _, name := range s.Names {
		if slices.ContainsFunc(found, func(d graph.Document) bool { return string(d.ID) == name }) {
			s.IDs = append(slices.Clip(s.IDs), name)
		} else {
			s.Sources = append(slices.Clip(s.Sources), name)
		}
	}
	s.Names = nil
	return s, nil
}

// missing are the names that no found document carries.
func (s Selector) missing(found []graph.Document) []string {
	ids, sources, sourceIDs := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, d := range found {
		ids[string(d.ID)], sources[d.Source], sourceIDs[d.SourceID] = true, true, true
	}
	var out []string
	for _, c := range []struct {
		names []string
		have  map[string]bool
	}{{s.IDs, ids}, {s.Sources, sources}, {s.SourceIDs, sourceIDs}} {
		for _, name := range c.names {
			if !c.have[name] {
				out = append(out, name)
			}
		}
	}
	return out
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
