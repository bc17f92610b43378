package app

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"grove/cypher"
	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/sqlite"
)

// Abandon closes a workspace for work that was refused. Where Open made it for this
// work, and nothing has come into it, it is removed again: no document, no job that is
// not done, no upload, and no reply that a model was paid for.
func (a *App) Abandon(ctx context.Context) error {
	empty, err := false, error(nil)
	if a.made {
		empty, err = a.empty(ctx)
	}
	if err = errors.Join(err, a.Close()); err != nil || !empty {
		return err
	}
	return remove(ctx, a.config)
}

// empty tells whether nothing is in the workspace that is worth keeping.
func (a *App) empty(ctx context.Context) (bool, error) {
	rows, err := a.store.Documents(ctx, graph.DocumentsQuery{Limit: 1})
	if err != nil || len(rows) > 0 {
		return false, err
	}
	jobs, err := a.store.Jobs(ctx, graph.JobsQuery{Limit: graph.MaxRows})
	waits := func(j graph.Job) bool {
		return slices.Contains([]graph.JobState{graph.JobQueued, graph.JobRunning, graph.JobInterrupted}, j.State)
	}
	if err != nil || slices.ContainsFunc(jobs, waits) {
		return false, err
	}
	return !holdsFiles(filepath.Join(a.config.Folder(), repliesFolder)) && !holdsFiles(a.spool().dir), nil
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
		if err := onNeo4j(ctx, c, func(s *cypher.Store) error { return s.Drop(ctx) }); err != nil {
			return err
		}
	}
	return sqlite.Remove(c.Folder())
}

// isThere tells whether a folder is there, or may be.
func isThere(folder string) bool {
	_, err := os.Stat(folder)
	return !errors.Is(err, fs.ErrNotExist)
}

// openOrLeaveNothing opens a workspace; the folder of one that could not be opened
// goes again unless it was there, or another process has taken it.
func openOrLeaveNothing(ctx context.Context, c config.Config, open func(*App, context.Context) error) (*App, error) {
	there := isThere(c.Folder())
	a, err := start(ctx, c, open)
	if err == nil {
		a.made = a.made && !there // an empty one that somebody made before stays
	}
	if err != nil && !there && isThere(c.Folder()) && !fault.Is(err, fault.Held) {
		err = errors.Join(err, removeHalf(c))
	}
	return a, err
}
