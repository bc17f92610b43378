package workspace

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"grove/cypher"
	"grove/internal/config"
	"grove/internal/graph"
	"grove/internal/sqlite"
)

// DiscardIfEmpty closes a workspace after work that was refused. Where Open made it for
// this work and it is still empty it is removed again: no document, no unfinished job,
// no upload, and no reply that a model was paid for.
func (w *Workspace) DiscardIfEmpty(ctx context.Context) error {
	empty, err := false, error(nil)
	if w.made {
		empty, err = w.empty(ctx)
	}
	if err = errors.Join(err, w.Close()); err != nil || !empty {
		return err
	}
	return remove(ctx, w.Config)
}

// empty tells whether nothing is in the workspace that is worth keeping.
func (w *Workspace) empty(ctx context.Context) (bool, error) {
	rows, err := w.Store.Documents(ctx, graph.DocumentsQuery{Limit: 1})
	if err != nil || len(rows) > 0 {
		return false, err
	}
	jobs, err := w.Store.Jobs(ctx, graph.JobsQuery{Limit: graph.MaxRows})
	waits := func(j graph.Job) bool {
		return slices.Contains([]graph.JobState{graph.JobQueued, graph.JobRunning, graph.JobInterrupted}, j.State)
	}
	if err != nil || slices.ContainsFunc(jobs, waits) {
		return false, err
	}
	return !holdsFiles(filepath.Join(w.Config.Folder(), RepliesFolder)) && !holdsFiles(filepath.Join(w.Config.Folder(), UploadsFolder)), nil
}

// holdsFiles tells whether a file lies at any depth of a folder; one that cannot be
// read may hold some.
func holdsFiles(folder string) bool {
	err := filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			err = fs.ErrExist
		}
		return err
	})
	return err != nil && !errors.Is(err, fs.ErrNotExist)
}

// removeHalf removes the folder of a workspace that could not be opened, and was
// not there before.
func removeHalf(c config.Config) error {
	release, err := sqlite.Lock(c.Folder())
	if err != nil {
		return err
	}
	return errors.Join(sqlite.Remove(c.Folder()), release())
}

// remove removes a workspace: its nodes on the server, a batch a transaction, then
// its folder. It takes the workspace's lock: one that another process holds is
// fault.Held.
func remove(ctx context.Context, c config.Config) (err error) {
	release, err := sqlite.Lock(c.Folder())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	if c.Store == config.Neo4j {
		if err := OnNeo4j(ctx, c, func(s *cypher.Store) error { return s.Drop(ctx) }); err != nil {
			return err
		}
	}
	return sqlite.Remove(c.Folder())
}

// exists reports whether a folder exists, or may.
func exists(folder string) bool {
	_, err := os.Stat(folder)
	return !errors.Is(err, fs.ErrNotExist)
}

// UploadsFolder, in the workspace's folder, has what was uploaded until the job that
// ingests it is done.
const UploadsFolder = "uploads"
