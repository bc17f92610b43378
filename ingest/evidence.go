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
	"grove/internal/lists"
)

const (
	// heldRows is the default of Pipeline.HeldRows: some 15 MB.
	heldRows = 50_000
	// journalChunks is the number of chunks whose extractions are read at a time.
	journalChunks = 16
)

// resolve returns the evidence of the i-th chunk of a document, and counts it.
func (r *run) resolve(d *document, i int, found extract.Extraction, quarantined bool) graph.Evidence {
	evidence, dropped := resolve.Evidence(resolve.Input{Title: d.Title, Chunk: d.chunks[i], Extraction: found, Schema: r.schema})
	d.add(evidence, dropped, quarantined, !quarantined && found.Empty())
	return evidence
}

// full reports whether the run holds as many rows of evidence as it may.
func (r *run) full() bool { return r.held.Load() >= int64(orDefault(r.HeldRows, heldRows)) }

// hold keeps the evidence of the i-th chunk until its document is written.
func (r *run) hold(d *document, i int, e graph.Evidence) {
	n := int64(e.Rows())
	d.held.Add(n)
	r.held.Add(n)
	d.evidence[i] = &e
}

// release gives up the evidence that a complete document holds.
func (r *run) release(d *document) {
	r.held.Add(-d.held.Swap(0))
	d.evidence = nil
}

// bundles returns a complete document in slices of at most so many rows. Evidence that is not held is
// resolved from the journal, some chunks at a time.
func (r *run) bundles(ctx context.Context, d *document, most int) iter.Seq2[graph.Bundle, error] {
	return graph.Bundles(d.Document, d.chunks, func(i int) (e graph.Evidence, err error) {
		if i%journalChunks == 0 {
			if err := r.resolveRest(ctx, d, i); err != nil {
				return e, err
			}
		}
		e, d.evidence[i] = *d.evidence[i], nil
		return e, nil
	}, most)
}

// resolveRest resolves those of up to journalChunks chunks of a document whose evidence is not held; all
// are journalled.
func (r *run) resolveRest(ctx context.Context, d *document, from int) error {
	const op = "ingest.resolveRest"
	var rest []graph.Chunk
	for i, c := range d.chunks[from:min(from+journalChunks, len(d.chunks))] {
		if d.evidence[from+i] == nil {
			rest = append(rest, c)
		}
	}
	if len(rest) == 0 {
		return nil
	}
	journal, err := r.journalled(ctx, d, rest)
	if err != nil {
		return err
	}
	var calls errgroup.Group
	calls.SetLimit(runtime.GOMAXPROCS(0))
	for _, c := range rest {
		calls.Go(func() (err error) {
			defer fault.Recover(ctx, &err, op, d.Source)
			e, ok := journal[c.ID]
			if !ok {
				return fault.New(fault.Conflict, op, d.Source, "the journal of its chunks was deleted while the document was ingested",
					"ingest it again")
			}
			found, err := extractionOf(e)
			if err != nil {
				return err
			}
			evidence := r.resolve(d, c.Index, found, e.State == graph.Quarantined)
			d.evidence[c.Index] = &evidence
			return nil
		})
	}
	return calls.Wait()
}

// journalled returns the extractions of chunks of a document that are in the journal. Those of a
// renamed document may be of any version: see document.inherited.
func (r *run) journalled(ctx context.Context, d *document, chunks []graph.Chunk) (map[graph.ID]graph.Extraction, error) {
	q := graph.ExtractionsQuery{Chunks: graph.Keys(chunks), Version: r.versionOf(d)}
	if r.again || d.former != nil {
		q.Version = "" // chunks that any model extracted under any schema are skipped
	}
	rows, err := r.Store.Extractions(ctx, q)
	return lists.Index(rows, chunkOf), err
}

// chunkOf returns the chunk of an extraction.
func chunkOf(e graph.Extraction) graph.ID { return e.Chunk }

// extractionOf parses a journalled extraction; that of a quarantined chunk has nothing.
func extractionOf(e graph.Extraction) (found extract.Extraction, err error) {
	if e.State == graph.Quarantined {
		return found, nil
	}
	err = json.Unmarshal([]byte(e.Result), &found)
	return found, fault.From(fault.Corrupt, "ingest.journalled", string(e.Chunk), err, "the journalled extraction does not parse")
}
