package search

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
	bolt "go.etcd.io/bbolt/errors"

	"grove/internal/fault"
)

// lockWait is the longest wait for another process to release the index. Bleve by itself
// waits without a bound.
const lockWait = time.Second

// The files of an index: the one by which Bleve knows its segments, and those.
const (
	rootFile   = "root.bolt"
	segmentExt = ".zap"
)

// Options select and configure an index.
type Options struct {
	// Dir is the index's own folder. It is made where it is missing.
	Dir string
	// Store names the store behind the index, such as a kind or an address. An
	// index that was made from a store of another name is rebuilt.
	Store string
	// Rebuilding, if set, is called with the reason before the index is rebuilt.
	Rebuilding func(reason string)
}

func (o Options) rebuilding(reason string) {
	if o.Rebuilding != nil {
		o.Rebuilding(reason)
	}
}

// Index is an open index. It is safe for concurrent use: queries run beside
// each other and beside Sync.
type Index struct {
	options Options
	source  Source

	// writer is held by whoever changes the index; a channel, so that waiting
	// for it ends with the context. state belongs to the writer.
	writer chan struct{}
	state  state

	mu      sync.RWMutex // guards the rest
	scorch  index.Index  // nil once closed
	queue   *index.AnalysisQueue
	lengths *lengths
}

// Open opens the index and brings it up to date with
// the source. A folder that another process holds is fault.Held. An index that
// is damaged, of another format or of another store is rebuilt.
func Open(ctx context.Context, options Options, source Source) (*Index, error) {
	const op = "search.Open"
	x := &Index{options: options, source: source, writer: make(chan struct{}, 1)}
	err := x.check()
	if err == nil {
		err = x.open()
	}
	harmed := err != nil && damaged(err)
	if harmed {
		options.rebuilding("it is damaged")
		if err = x.wipe(); err == nil {
			err = x.open()
		}
	}
	if err != nil {
		return nil, unopened(err, op, options.Dir)
	}
	if err := x.ready(ctx, harmed); err != nil {
		return nil, errors.Join(fault.Wrap(err, op, options.Dir), x.close())
	}
	return x, nil
}

// ready reads the state and makes the index fit to answer. told is true where
// it was said already that the index is made anew.
func (x *Index) ready(ctx context.Context, told bool) error {
	known, err := x.readState()
	if err != nil {
		return err
	}
	switch {
	case !known:
		x.options.rebuilding("it is of another format or another store")
		return x.Rebuild(ctx)
	case !told && x.state == x.newState():
		if number, err := x.source.ChangeNumber(ctx); err != nil {
			return err
		} else if number > 0 {
			x.options.rebuilding("it is not there")
		}
	}
	return x.Sync(ctx)
}

// Close closes the index after running queries have ended. A second Close does nothing.
func (x *Index) Close() error {
	x.writer <- struct{}{}
	defer func() { <-x.writer }()
	return fault.Wrap(x.close(), "search.Close", x.options.Dir)
}

// Rebuild rebuilds the index from the source.
func (x *Index) Rebuild(ctx context.Context) error {
	release, err := x.write(ctx, "search.Rebuild")
	if err != nil {
		return err
	}
	defer release()
	if err := x.empty(); err != nil {
		return fault.Wrap(err, "search.Rebuild", x.options.Dir)
	}
	return fault.Wrap(x.follow(ctx), "search.Rebuild", x.options.Dir)
}

// empty replaces the index by one without entries.
func (x *Index) empty() error {
	if err := x.close(); err != nil {
		return err
	}
	if err := x.wipe(); err != nil {
		return err
	}
	x.state = x.newState()
	return x.open()
}

// write waits to be the one writer of an open index.
func (x *Index) write(ctx context.Context, op string) (release func(), err error) {
	select {
	case x.writer <- struct{}{}:
	case <-ctx.Done():
		return nil, fault.Wrap(ctx.Err(), op, x.options.Dir)
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.scorch == nil {
		<-x.writer
		return nil, closed(op, x.options.Dir)
	}
	return func() { <-x.writer }, nil
}

// floorSegment is the number of chunks up to which Bleve takes the parts of its index for
// equally large. By its own 2,000 a smaller index was merged as a whole at each write.
const floorSegment = 200

func (x *Index) open() error {
	queue := index.NewAnalysisQueue(runtime.GOMAXPROCS(0))
	opened, err := scorch.NewScorch(scorch.Name, map[string]any{
		"path":                   x.options.Dir,
		"bolt_timeout":           lockWait.String(),
		"scorchMergePlanOptions": map[string]any{"FloorSegmentSize": floorSegment},
	}, queue)
	if err == nil {
		err = start(opened)
	}
	if err != nil {
		queue.Close()
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.scorch, x.queue = opened, queue
	return nil
}

// start opens what Bleve has on disk. Bleve panics over some damaged files; that
// becomes an error, and the lock is released.
func start(s index.Index) (err error) {
	defer func() {
		if errors.Is(err, errDamaged) {
			err = errors.Join(err, s.Close())
		}
	}()
	defer guard(&err, "search.Open", "")()
	return s.Open()
}

func (x *Index) close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.scorch == nil {
		return nil
	}
	err := x.scorch.Close()
	x.queue.Close()
	x.scorch, x.queue, x.lengths = nil, nil, nil
	if err == nil {
		err = x.writeSum()
	}
	return err
}

// wipe removes the files of the index, and no others that may lie beside them.
func (x *Index) wipe() error {
	files, err := x.files()
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := os.Remove(f); err != nil {
			return err
		}
	}
	return nil
}

// reader returns a reader of the present state of the index. It must be closed.
func (x *Index) reader(op string) (index.IndexReader, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.scorch == nil {
		return nil, closed(op, x.options.Dir)
	}
	r, err := x.scorch.Reader()
	return r, fault.Wrap(err, op, x.options.Dir)
}

// damaged reports whether rebuilding helps an index that did not open: not if it is locked
// or access to it is denied.
func damaged(err error) bool {
	return !errors.Is(err, bolt.ErrTimeout) && !errors.Is(err, fs.ErrPermission)
}

func unopened(err error, op, dir string) error {
	if errors.Is(err, bolt.ErrTimeout) {
		return fault.New(fault.Held, op, dir, "another process holds the index", "end that process, or ask it")
	}
	if errors.Is(err, errDamaged) {
		return fault.From(fault.Corrupt, op, dir, err, "open it once for writing, which rebuilds it")
	}
	return fault.From(fault.Unreadable, op, dir, err,
		"check the folder's permissions and the space left; the index is made anew where it is missing")
}

func closed(op, dir string) error {
	return fault.New(fault.Invalid, op, dir, "the index is closed", "")
}
