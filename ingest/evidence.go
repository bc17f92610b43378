package ingest

import (
	"context"
	"encoding/json"
	"iter"
	"runtime"

	"golang.org/x/sync/errgroup"

	"grove/ingest/extract"
	"grove/ingest/resolve"
	"grove/internal/fault"
	"grove/internal/graph"
)

const (
	// heldRows is the default of Pipeline.HeldRows: some 50 MB.
	heldRows = 100_000
	// journalChunks is the number of chunks whose extractions are read at a time.
	journalChunks = 16
)

// resolve returns the evidence of the i-th chunk of a document.
func (r *run) resolve(d *document, i int, found extract.Extraction) (graph.Evidence, Dropped) {
	return resolve.Evidence(resolve.Input{Title: d.Title, Chunk: d.chunks[i], Extraction: found, Schema: r.schema})
}

// hold keeps the evidence of the i-th chunk until its document is written. A document
// with which the run would hold too many rows gives up all of its own.
func (r *run) hold(d *document, i int, e graph.Evidence) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.evidence == nil {
		return
	}
	n := e.Rows()
	d.held += n
	if r.held.Add(int64(n)) > int64(orDefault(r.HeldRows, heldRows)) {
		r.release(d)
		return
	}
	d.evidence[i] = e
}

// release gives up the evidence that a document holds. d.mu is held, or the document is
// complete.
func (r *run) release(d *document) {
	r.held.Add(-int64(d.held))
	d.evidence, d.held = nil, 0
}

// bundles returns a document in slices of at most so many rows. Evidence that is not held
// is resolved again from the journal, some chunks at a time.
func (r *run) bundles(ctx context.Context, d *document, most int) iter.Seq2[graph.Bundle, error] {
	if d.evidence != nil {
		return graph.Bundles(d.Document, d.chunks, func(i int) (graph.Evidence, error) { return d.evidence[i], nil }, most)
	}
	var some []graph.Evidence
	return graph.Bundles(d.Document, d.chunks, func(i int) (_ graph.Evidence, err error) {
		if i%journalChunks == 0 {
			some, err = r.resolveAgain(ctx, d, i)
		}
		if err != nil {
			return graph.Evidence{}, err
		}
		return some[i%journalChunks], nil
	}, most)
}

// resolveAgain returns the evidence of up to journalChunks chunks of a document, all of
// which are journalled.
func (r *run) resolveAgain(ctx context.Context, d *document, from int) ([]graph.Evidence, error) {
	const op = "ingest.resolveAgain"
	chunks := d.chunks[from:min(from+journalChunks, len(d.chunks))]
	journal, err := r.journalled(ctx, d, chunks)
	if err != nil {
		return nil, err
	}
	out := make([]graph.Evidence, len(chunks))
	var calls errgroup.Group
	calls.SetLimit(runtime.GOMAXPROCS(0))
	for i, c := range chunks {
		calls.Go(func() (err error) {
			defer fault.Recover(ctx, &err, op, d.Source)
			e, ok := journal[c.ID]
			if !ok {
				return fault.New(fault.Conflict, op, d.Source, "the journal of its chunks was deleted while the document was ingested",
					"ingest it again")
			}
			found, err := extractionOf(e)
			out[i], _ = r.resolve(d, from+i, found)
			return err
		})
	}
	return out, calls.Wait()
}

// journalled returns the extractions of chunks of a document that are in the journal. Those of a
// renamed document may be of any version: see document.inherited.
func (r *run) journalled(ctx context.Context, d *document, chunks []graph.Chunk) (map[graph.ID]graph.Extraction, error) {
	q := graph.ExtractionsQuery{Chunks: make([]graph.ID, len(chunks)), Version: r.versionOf(d)}
	for i, c := range chunks {
		q.Chunks[i] = c.ID
	}
	if r.again || d.former != nil {
		q.Version = "" // chunks that any model extracted under any schema are skipped
	}
	rows, err := r.Store.Extractions(ctx, q)
	out := make(map[graph.ID]graph.Extraction, len(rows))
	for _, e := range rows {
		out[e.Chunk] = e
	}
	return out, err
}

// extractionOf parses a journalled extraction; that of a quarantined chunk has nothing.
func extractionOf(e graph.Extraction) (found extract.Extraction, err error) {
	if e.State == graph.Quarantined {
		return found, nil
	}
	if err := json.Unmarshal([]byte(e.Result), &found); err != nil {
		return found, &fault.Error{Kind: fault.Corrupt, Op: "ingest.journalled", Item: string(e.Chunk), Err: err,
			Hint: "the journalled extraction does not parse"}
	}
	return found, nil
}
