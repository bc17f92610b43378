package run

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"grove/internal/fault"
)

// readsFile has, in a run's folder, the ids of what its answers read in the workspace's own graph, one a line, each once.
const readsFile = "read.txt"

// unlisted is the line of answers that do not list what they read (see query.Answer).
const unlisted = "-"

// reads appends to the file of ids.
type reads struct {
	mu   sync.Mutex
	seen map[string]bool
	path string
	file *os.File
}

func openReads(dir string) (*reads, error) {
	r := &reads{seen: map[string]bool{}, path: filepath.Join(dir, readsFile)}
	raw, err := os.ReadFile(r.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, unwritable("run.openReads", r.path, err)
	}
	for _, id := range strings.Fields(string(raw)) {
		r.seen[id] = true
	}
	return r, nil
}

// add appends the ids that are new; it is safe for concurrent use.
func (r *reads) add(ids []string) (err error) {
	const op = "run.add"
	if len(ids) == 0 {
		ids = []string{unlisted}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var lines strings.Builder
	for _, id := range ids {
		if !r.seen[id] {
			r.seen[id] = true
			lines.WriteString("\n" + id) // a line that a kill cut off is ended first
		}
	}
	if lines.Len() == 0 {
		return nil
	}
	if r.file == nil {
		if r.file, err = os.OpenFile(r.path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644); err != nil {
			return unwritable(op, r.path, err)
		}
	}
	_, err = r.file.WriteString(lines.String())
	return unwritable(op, r.path, err)
}

func (r *reads) close() error {
	if r.file == nil {
		return nil
	}
	return fault.Wrap(r.file.Close(), "run.close", r.path)
}
