package ingest

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"grove/ingest/extract"
	"grove/ingest/resolve"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/load"
	"grove/schema"
)

const (
	// planBatch is how many records are looked up in the store at once.
	planBatch = 200
	// batchBytes is how much text a batch may hold, so that memory stays bounded.
	batchBytes = 8 << 20
	// writerGrace is how long the writer goes on after the run was cancelled.
	writerGrace = 10 * time.Second
)

// run is one call of Pipeline.Run.
type run struct {
	*Pipeline
	schema  *schema.Schema
	version string
	session *llm.Session
	// sources are the digests of the sources met in this run.
	sources map[string]string
	writer  chan message

	mu     sync.Mutex
	report Report

	documents, chunks, chunksSeen atomic.Int64
}

// Run ingests what the source yields. Items that fail are in the report; the
// error is for what stopped the run: the store, the model's endpoint, or the
// context. Whatever was journalled by then is not asked again by the next run.
func (p *Pipeline) Run(ctx context.Context, source Source) (Report, error) {
	started := p.Now()
	s, err := p.settleSchema(ctx)
	if err != nil {
		return Report{}, err
	}
	r := &run{
		Pipeline: p, schema: s, version: extractionVersion(p.Client.ModelName(), s),
		session: p.Client.Session(llm.Bounds{Window: orDefault(p.Window, DefaultWindow)}),
		sources: map[string]string{}, writer: make(chan message, writerQueue),
	}
	err = r.pipe(ctx, source)
	if syncErr := p.Index.Sync(ctx); err == nil {
		err = syncErr
	}
	r.report.Usage = r.session.Usage()
	r.report.Model = p.Client.ModelName()
	r.report.Ms = p.Now().Sub(started).Milliseconds()
	if r.report.Errors == nil {
		r.report.Errors = []ItemError{}
	}
	// Chunks fail in any order.
	slices.SortFunc(r.report.Errors, func(a, b ItemError) int {
		return cmp.Or(cmp.Compare(a.Item, b.Item), cmp.Compare(a.Message, b.Message))
	})
	return r.report, err
}

func orDefault(n, d int) int {
	if n <= 0 {
		return d
	}
	return n
}

// pipe runs the producer and the extraction calls beside the one writer.
func (r *run) pipe(ctx context.Context, source Source) error {
	// The writer outlives a cancelled context for a while, to keep what was paid
	// for; its failure stops the rest.
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	keep, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(writerGrace, end) })()
	written := make(chan error, 1)
	go func() {
		err := r.write(keep)
		if err != nil {
			stop(err)
		}
		written <- err
	}()
	calls, callCtx := errgroup.WithContext(ctx)
	calls.SetLimit(orDefault(r.Concurrency, DefaultConcurrency))
	produceErr := r.produce(callCtx, source, calls)
	callErr := calls.Wait()
	close(r.writer)
	writeErr := <-written
	for _, err := range []error{writeErr, callErr, produceErr} {
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// produce reads records in batches, decides on each, and starts the extraction
// of the new ones.
func (r *run) produce(ctx context.Context, source Source, calls *errgroup.Group) error {
	batch := make([]load.Record, 0, planBatch)
	bytes := 0
	flush := func() error {
		docs, err := r.prepare(ctx, batch)
		if err != nil {
			return err
		}
		batch, bytes = batch[:0], 0
		for _, d := range docs {
			if err := r.start(ctx, d, calls); err != nil {
				return err
			}
		}
		return nil
	}
	err := source(ctx, func(record load.Record, err error) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err != nil {
			r.fail(err)
			return nil
		}
		batch = append(batch, record)
		bytes += len(record.Text)
		if len(batch) == planBatch || bytes > batchBytes {
			return flush()
		}
		return nil
	})
	if err != nil {
		return err
	}
	return flush()
}

// start has every chunk of a document extracted; the last one to be ready hands
// the document to the writer.
func (r *run) start(ctx context.Context, d *document, calls *errgroup.Group) error {
	known, err := r.journalled(ctx, d)
	if err != nil {
		return err
	}
	d.left.Store(int64(len(d.chunks)))
	r.chunksSeen.Add(int64(len(d.chunks)))
	if len(d.chunks) == 0 {
		r.writer <- message{complete: d}
	}
	for i := range d.chunks {
		calls.Go(func() error { return r.chunk(ctx, d, i, known[d.chunks[i].ID]) })
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// journalled gives the extractions of the document's chunks that an earlier run kept.
func (r *run) journalled(ctx context.Context, d *document) (map[graph.ID]string, error) {
	known := map[graph.ID]string{}
	for from := 0; from < len(d.chunks); from += graph.MaxIDs {
		var ids []graph.ID
		for _, c := range d.chunks[from:min(from+graph.MaxIDs, len(d.chunks))] {
			ids = append(ids, c.ID)
		}
		kept, err := r.Store.Extractions(ctx, graph.ExtractionsQuery{Chunks: ids, Version: r.versionOf(d)})
		if err != nil {
			return nil, err
		}
		for _, e := range kept {
			known[e.Chunk] = e.Result
		}
	}
	return known, nil
}

// chunk extracts one chunk, unless the journal has it, and resolves it. A reply
// that cannot be used fails the document; an outage stops the run.
func (r *run) chunk(ctx context.Context, d *document, i int, kept string) error {
	c := d.chunks[i]
	var found extract.Extraction
	if kept != "" {
		if err := json.Unmarshal([]byte(kept), &found); err != nil {
			return &fault.Error{Kind: fault.Corrupt, Op: "ingest.chunk", Item: string(c.ID), Err: err,
				Hint: "the journal holds an extraction that does not parse"}
		}
	} else {
		var err error
		found, err = llm.Ask(ctx, r.session, extract.Prompt{Title: d.Title, Text: c.Text, Language: d.Language, Schema: r.schema})
		switch {
		case fault.Is(err, fault.BadReply), fault.Is(err, fault.WindowTooSmall):
			d.fail(failedChunk(d, err))
		case err != nil:
			return err
		default:
			raw, err := json.Marshal(found)
			if err != nil {
				return fault.Wrap(err, "ingest.chunk", string(c.ID))
			}
			// Not given up when the context ends: the writer reads until the channel
			// is closed, and what was paid for is kept.
			r.writer <- message{extraction: &graph.Extraction{Chunk: c.ID, Version: r.versionOf(d), Result: string(raw)}}
		}
	}
	evidence, dropped := resolve.Evidence(resolve.Input{Title: d.Title, Chunk: c, Extraction: found, Schema: r.schema})
	d.add(i, evidence, dropped)
	r.chunks.Add(1)
	r.tell()
	if d.left.Add(-1) == 0 {
		r.writer <- message{complete: d}
	}
	return nil
}

// failedChunk says of a reply that cannot be used which document it fails.
func failedChunk(d *document, err error) error {
	hint := "run the same command again: what was read is kept"
	if fault.Is(err, fault.WindowTooSmall) {
		hint = "give a larger --extract-window, or a smaller schema"
	}
	return &fault.Error{Kind: fault.KindOf(err), Op: "ingest.chunk", Item: d.Source, Hint: hint, Err: err}
}

func (r *run) tell() {
	if r.Progress != nil {
		r.Progress(Progress{r.documents.Load(), r.chunks.Load(), r.chunksSeen.Load()})
	}
}

// fail puts an item on the list of errors.
func (r *run) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Documents.Failed++
	r.report.Errors = append(r.report.Errors, ItemError{
		Item: fault.Item(err), Code: string(fault.KindOf(err)), Message: fault.Brief(err), Hint: fault.Hint(err),
	})
}

// now is the time of ingestion, to the second.
func (r *run) now() time.Time { return r.Now().UTC().Truncate(time.Second) }
