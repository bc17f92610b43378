package ingest

import (
	"context"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
)

const (
	// groupRows is the number of rows of restated chunks in a transaction, and the default
	// of Pipeline.GroupRows: within the memory of a small server.
	groupRows = graph.MaxRows
	// writerQueue is the most messages that wait for the writer; it journals all of them
	// in one transaction.
	writerQueue = 256
)

// message is a request to the writer: one of these.
type message struct {
	// extractions are replies and plans to journal; written, if set, is closed once they
	// are, or once the writer has failed.
	extractions []graph.Extraction
	written     chan struct{}
	// restate is the new evidence of a chunk of the graph; after is journalled once it is
	// written.
	restate *graph.Restatement
	after   []graph.Extraction
	// retags are documents of the graph with their new tags.
	retags []graph.Retag
	// wanted are documents of the graph of which the run wants gists.
	wanted []graph.ID
	// complete is a document whose chunks are all resolved, and were journalled before.
	complete *document
}

// group is what the next transaction writes.
type group struct {
	change    graph.Change
	documents []*document
	rows      int
}

// indexes is a store that writes a large document faster without the indexes that only reads need.
type indexes interface {
	DeferIndexes(context.Context) error
	RestoreIndexes(context.Context) error
}

// restoreIndexes makes the indexes that gather had the store drop, also after a failure.
func (r *run) restoreIndexes(ctx context.Context) (err error) {
	defer fault.Recover(ctx, &err, "ingest.restoreIndexes", "")
	store, ok := r.Store.(indexes)
	if !ok {
		return nil
	}
	return InStage(ctx, StageWrite, store.RestoreIndexes)
}

// write is the workspace's one writer. It runs until the channel is closed; after a
// failure it keeps reading, so that no sender blocks.
func (r *run) write(ctx context.Context) error {
	var failed error
	var g group
	for m := range r.writer {
		waiting := append([]message{m}, r.drain()...)
		if failed == nil {
			failed = r.journal(ctx, waiting)
		}
		for _, m := range waiting {
			if m.written != nil {
				close(m.written)
			}
		}
		if failed == nil {
			failed = r.writeBatch(ctx, &g, waiting)
		}
	}
	if failed == nil {
		failed = r.apply(ctx, &g)
	}
	return failed
}

// writeBatch writes what the messages hold except replies; complete documents are
// gathered into groups.
func (r *run) writeBatch(ctx context.Context, g *group, messages []message) (err error) {
	defer fault.Recover(ctx, &err, "ingest.write", "")
	if err := r.restate(ctx, messages); err != nil {
		return err
	}
	if err := r.writeTags(ctx, messages); err != nil {
		return err
	}
	if err := r.writeWanted(ctx, messages); err != nil {
		return err
	}
	for _, m := range messages {
		if m.complete == nil {
			continue
		}
		if err := m.complete.failed; err != nil {
			r.fail(err)
			r.release(m.complete)
			continue
		}
		if err := r.gather(ctx, g, m.complete); err != nil {
			return err
		}
	}
	return nil
}

// drain receives the messages that wait in the channel.
func (r *run) drain() []message {
	var out []message
	for len(out) < writerQueue {
		select {
		case m, ok := <-r.writer:
			if !ok {
				return out
			}
			out = append(out, m)
		default:
			return out
		}
	}
	return out
}

// journal writes the extractions of the messages to the journal, in one transaction.
func (r *run) journal(ctx context.Context, messages []message) (err error) {
	defer fault.Recover(ctx, &err, "ingest.journal", "")
	rows := lists.Flat(messages, func(m message) []graph.Extraction { return m.extractions })
	if len(rows) == 0 {
		return nil
	}
	return InStage(ctx, StageJournal, func(ctx context.Context) error { return r.Store.Journal(ctx, rows) })
}

// restate writes the new evidence of chunks, in groups, and then journals it.
func (r *run) restate(ctx context.Context, messages []message) error {
	var change graph.Change
	var after []graph.Extraction
	rows := 0
	write := func() error {
		if len(change.Restate) == 0 {
			return nil
		}
		if _, err := r.Store.Apply(ctx, change); err != nil {
			return err
		}
		journal := after
		change, after, rows = graph.Change{}, nil, 0
		if len(journal) == 0 {
			return nil
		}
		return r.Store.Journal(ctx, journal)
	}
	for _, m := range messages {
		if m.restate == nil {
			continue
		}
		n := 1 + m.restate.Evidence.Rows()
		if rows > 0 && rows+n > groupRows {
			if err := write(); err != nil {
				return err
			}
		}
		change.Restate, after, rows = append(change.Restate, *m.restate), append(after, m.after...), rows+n
	}
	return write()
}

// gather adds a document to the group, and writes the group once it is large enough. A
// large document is written in slices of its own.
func (r *run) gather(ctx context.Context, g *group, d *document) error {
	if d.restates {
		r.count(func(rep *Report) {
			rep.Quarantined += d.quarantined
			if d.restated > 0 {
				rep.Documents.count(d)
				rep.addWritten(d, d.restated)
			}
		})
		r.documents.Add(1)
		r.reportProgress()
		return nil
	}
	most := orDefault(r.GroupRows, groupRows)
	replaces, deferred := d.replaces, false
	for b, err := range r.bundles(ctx, d, most) {
		if err != nil {
			return err
		}
		if store, ok := r.Store.(indexes); ok && b.Document.Partial && b.After == "" {
			if err := store.DeferIndexes(ctx); err != nil {
				return err
			}
			deferred = true
		}
		if replaces {
			if err := graph.ShrinkForRemoval(ctx, r.Store, d.ID, graph.Keys(d.chunks)); err != nil {
				return err
			}
			g.change.Remove = append(g.change.Remove, d.ID)
			replaces = false
		}
		g.change.Add = append(g.change.Add, b)
		g.rows += b.Rows()
		last := !b.Document.Partial
		if last && d.former != nil {
			if err := graph.ShrinkForRemoval(ctx, r.Store, d.former.ID, nil); err != nil {
				return err
			}
			g.change.Remove = append(g.change.Remove, d.former.ID)
		}
		if last {
			g.documents = append(g.documents, d)
		}
		if !last || g.rows >= most || deferred {
			if err := r.apply(ctx, g); err != nil {
				return err
			}
		}
	}
	r.release(d)
	if deferred { // not later: what else the run reads may take hours
		return r.restoreIndexes(ctx)
	}
	return nil
}

// apply writes the group and counts the documents that are whole by it.
func (r *run) apply(ctx context.Context, g *group) (err error) {
	defer fault.Recover(ctx, &err, "ingest.apply", "")
	if len(g.change.Add) == 0 {
		return nil
	}
	if err := InStage(ctx, StageWrite, func(ctx context.Context) error {
		_, err := r.Store.Apply(ctx, g.change)
		return err
	}); err != nil {
		return err
	}
	r.count(func(rep *Report) {
		for _, d := range g.documents {
			rep.Documents.count(d)
			if d.former != nil && len(rep.Renamed) < MaxRenamed {
				rep.Renamed = append(rep.Renamed, Renamed{d.former.Source, d.Source})
			}
			rep.document(d.ID)
			rep.add(d)
			r.yield.add(d)
		}
	})
	r.documents.Add(int64(len(g.documents)))
	r.reportProgress()
	*g = group{}
	return nil
}

// add counts what a written document brought: its chunks, and the distinct
// items that each document names.
func (rep *Report) add(d *document) {
	rep.addWritten(d, len(d.chunks))
	rep.Tokens += d.Tokens
	rep.Quarantined += d.quarantined
}

// addWritten counts the evidence of so many chunks of a document.
func (rep *Report) addWritten(d *document, chunks int) {
	rep.Chunks += chunks
	rep.Facts += d.counts[graph.FactKind]
	rep.KeyElements += d.counts[graph.KeyElementKind]
	rep.Triples += d.counts[graph.TripleKind]
	rep.Attributes += d.counts[graph.AttributeKind]
	rep.Dropped.Add(d.dropped)
}
