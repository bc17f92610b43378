package search

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"grove/internal/fault"
)

// Size returns how many chunks the index holds and how many bytes its files have. An
// index that is closed, or whose files are gone, is an error: so it also tells
// whether the index still works.
func (x *Index) Size() (chunks uint64, bytes int64, err error) {
	const op = "search.Size"
	switch _, err := os.Stat(filepath.Join(x.options.Dir, rootFile)); {
	case errors.Is(err, fs.ErrNotExist):
		return 0, 0, fault.New(fault.NotFound, op, x.options.Dir, "there is no index", "open it once for writing, which makes it")
	case err != nil:
		return 0, 0, unopened(err, op, x.options.Dir)
	}
	r, err := x.reader(op)
	if err != nil {
		return 0, 0, err
	}
	chunks, err = r.DocCount()
	if closed := r.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return 0, 0, fault.Wrap(err, op, x.options.Dir)
	}
	files, err := os.ReadDir(x.options.Dir)
	if err != nil {
		return 0, 0, unopened(err, op, x.options.Dir)
	}
	for _, f := range files {
		if info, err := f.Info(); err == nil { // segments come and go
			bytes += info.Size()
		}
	}
	return chunks, bytes, nil
}
