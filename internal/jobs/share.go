package jobs

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"grove/ingest"
	"grove/internal/load"
)

// reading estimates how much of a job's files has been read: the bytes of
// texts against those of files, which hold mark-up and other fields too.
type reading struct {
	total, texts atomic.Int64
	ended        atomic.Bool
}

// newReading adds up the sizes of the files. What cannot be looked at is left to
// the walk that reads, which says so.
func newReading(o IngestOptions) *reading {
	var r reading
	for _, path := range o.Paths {
		if path == load.StandardInput {
			continue
		}
		_ = filepath.WalkDir(path, func(file string, e fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return nil
			case file != path && (strings.HasPrefix(e.Name(), ".") || e.IsDir() && o.own != nil && o.own(file)):
				if e.IsDir() {
					return fs.SkipDir
				}
			case !e.IsDir():
				if info, err := e.Info(); err == nil {
					r.total.Add(info.Size())
				}
			}
			return nil
		})
	}
	return &r
}

// skipped takes a file that is passed over out of the sum, where it is in it.
func (r *reading) skipped(path string) {
	if strings.HasPrefix(filepath.Base(path), ".") {
		return
	}
	if info, err := os.Lstat(path); err == nil && !info.IsDir() {
		r.total.Add(-info.Size())
	}
}

// count counts the texts of a source.
func (r *reading) count(source ingest.Source) ingest.Source {
	return func(ctx context.Context, yield func(load.Record, error) error) error {
		err := source(ctx, func(record load.Record, err error) error {
			r.texts.Add(int64(len(record.Text)))
			return yield(record, err)
		})
		r.ended.Store(err == nil)
		return err
	}
}

// share is the share that was read, 0 to 1, and 1 only at the end; 0 where the size is
// unknown, as of standard input.
func (r *reading) share() float64 {
	switch {
	case r.ended.Load():
		return 1
	case r.total.Load() == 0:
		return 0
	}
	const nearly = 0.99
	return min(float64(r.texts.Load())/float64(max(r.total.Load(), 1)), nearly)
}
