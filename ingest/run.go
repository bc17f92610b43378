package ingest

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"grove/ingest/extract"
	"grove/internal/fault"
	"grove/internal/gist"
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

// run is one call of Pipeline.Run or Pipeline.Retry.
type run struct {
	*Pipeline
	schema    *schema.Schema
	version   string
	session   *llm.Session
	extractor extract.Extractor
	// again extracts quarantined chunks again, and only these.
	again bool
	// sources has the digests of the sources in this run.
	sources map[string]string
	// models are those that extracted the documents of DocumentCounts.OtherModel.
	models map[string]struct{}
	// retags are unchanged documents with their new tags.
	retags []graph.Retag
	// wanted are unchanged documents of which the run wants gists.
	wanted []graph.ID
	// gistCost sums up the cost of gists in an estimate, else nil.
	gistCost *gist.Cost
	writer   chan message
	// stopped is set once a limit was reached: no further call is made.
	stopped atomic.Bool

	mu     sync.Mutex
	report Report
	yield  yield

	documents, chunks, chunksSeen, chunksKept atomic.Int64
	// held is the number of rows of evidence in memory that wait for their document.
	held atomic.Int64
}

// producer reads documents and starts their calls.
type producer func(ctx context.Context, r *run, calls *errgroup.Group) error

// Run ingests the records of the source. Items that fail are in the report; the error is
// that of the store, the model's endpoint or the context, which stopped the run. A limit
// of tokens or cost stops it without an error (Report.Stopped). The next run does not
// repeat the calls whose replies were journalled.
func (p *Pipeline) Run(ctx context.Context, source Source) (Report, error) {
	return p.run(ctx, false, func(ctx context.Context, r *run, calls *errgroup.Group) error {
		return r.produce(ctx, source, func(ctx context.Context, docs []*document) error {
			r.sendUnchanged()
			return r.start(ctx, docs, calls)
		})
	})
}

func (p *Pipeline) run(ctx context.Context, again bool, produce producer) (Report, error) {
	started := p.Now()
	s, err := p.settleSchema(ctx)
	if err != nil {
		return Report{}, err
	}
	r := p.newRun(s, again)
	err = r.pipe(ctx, produce)
	if restoreErr := r.restoreIndexes(context.WithoutCancel(ctx)); err == nil {
		err = restoreErr
	}
	if syncErr := InStage(ctx, StageIndex, p.Index.Sync); err == nil {
		err = syncErr
	}
	r.report.Usage = r.session.Usage()
	r.report.Model = p.Client.ModelName()
	r.report.OtherModels = slices.Sorted(maps.Keys(r.models))
	r.report.Causes = r.yield.causes(r.report.Model, r.report.Replies)
	r.report.Ms = p.Now().Sub(started).Milliseconds()
	r.report.SkippedFiles = []SkippedFile{}
	r.report.Errors = graph.List(r.report.Errors)
	// Chunks fail in any order.
	slices.SortFunc(r.report.Errors, func(a, b ItemError) int {
		return cmp.Or(cmp.Compare(a.Item, b.Item), cmp.Compare(a.Message, b.Message))
	})
	return r.report, err
}

func (p *Pipeline) newRun(s *schema.Schema, again bool) *run {
	bounds := p.Bounds
	bounds.Window, bounds.Fresh = orDefault(p.Window, DefaultWindow), again
	session := p.Client.Session(bounds)
	return &run{
		Pipeline: p, schema: s, again: again, session: session,
		version:   extractionVersion(p.Client, s, p.Separate),
		extractor: extract.Extractor{Session: session, Schema: s.Shown(), Separate: p.Separate},
		sources:   map[string]string{}, models: map[string]struct{}{}, writer: make(chan message, writerQueue),
	}
}

func orDefault(n, d int) int { return cmp.Or(max(n, 0), d) }

// pipe runs the producer, the extraction calls and the one writer concurrently.
func (r *run) pipe(ctx context.Context, produce producer) error {
	// The writer outlives a cancelled context by writerGrace, to journal replies that were
	// paid for; its failure stops the rest.
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	writing, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(writerGrace, end) })()
	written := make(chan error, 1)
	go func() {
		err := r.write(writing)
		if err != nil {
			stop(err)
		}
		written <- err
	}()
	calls, callCtx := errgroup.WithContext(ctx)
	limit := orDefault(r.Concurrency, DefaultConcurrency)
	if r.Client.Model == nil { // what waits for a processor only takes memory
		limit = min(limit, runtime.GOMAXPROCS(0))
	}
	calls.SetLimit(limit)
	produceErr := InStage(callCtx, StageCut, func(ctx context.Context) (err error) {
		defer fault.Recover(ctx, &err, "ingest.produce", "")
		return produce(ctx, r, calls)
	})
	callErr := calls.Wait()
	close(r.writer)
	writeErr := <-written
	for _, err := range []error{writeErr, callErr, produceErr} {
		if err != nil && !errors.Is(err, errStopped) {
			return err
		}
	}
	return ctx.Err()
}

// errStopped ends the reading of records once a limit was reached.
var errStopped = errors.New("a limit was reached")

// stop prevents further calls and reports the cause; calls in flight end normally.
func (r *run) stop(cause error) {
	if r.stopped.CompareAndSwap(false, true) {
		stopped := AsItemError(cause)
		r.count(func(rep *Report) { rep.Stopped = &stopped })
	}
}

// produce reads records in batches, prepares each, and starts those to be ingested.
func (r *run) produce(ctx context.Context, source Source, start func(context.Context, []*document) error) error {
	batch := make([]load.Record, 0, planBatch)
	bytes := 0
	flush := func() error {
		docs, err := r.prepare(ctx, batch)
		if err != nil {
			return err
		}
		batch, bytes = batch[:0], 0
		return start(ctx, docs)
	}
	err := source(ctx, func(record load.Record, err error) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if r.stopped.Load() {
			return errStopped
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

func (r *run) reportProgress() {
	if r.Progress != nil {
		r.Progress(Progress{Documents: r.documents.Load(), Chunks: r.chunks.Load(), ChunksSeen: r.chunksSeen.Load(),
			ChunksKept: r.chunksKept.Load(), Tokens: int64(r.session.Paid())})
	}
}

// fail adds an item to the report's errors.
func (r *run) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Documents.Failed++
	r.report.Errors = append(r.report.Errors, AsItemError(err))
}

// AsItemError returns an error as that of one item.
func AsItemError(err error) ItemError {
	return ItemError{Item: fault.Item(err), Code: string(fault.KindOf(err)), Message: fault.Brief(err), Hint: fault.Hint(err)}
}

// now returns the time of ingestion, to the second.
func (r *run) now() time.Time { return r.Now().UTC().Truncate(time.Second) }
