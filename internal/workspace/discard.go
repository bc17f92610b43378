package workspace

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"grove/cypher"
	"grove/internal/config"
	"grove/internal/graph"
	"grove/internal/sqlite"
)

// DiscardIfEmpty closes a workspace after failed work, and removes it if Open created it and it
// is still empty: no document, no unfinished job, no upload, and no stored reply of a model.
func (w *Workspace) DiscardIfEmpty(ctx context.Context) error {
	empty, err := false, error(nil)
	if w.created {
		empty, err = w.empty(ctx)
	}
	if err = errors.Join(err, w.Close()); err != nil || !empty {
		return err
	}
	return remove(ctx, w.Config)
}

// empty reports whether the workspace can be removed; see DiscardIfEmpty.
func (w *Workspace) empty(ctx context.Context) (bool, error) {
	rows, err := w.Store.Documents(ctx, graph.DocumentsQuery{Limit: 1})
	if err != nil || len(rows) > 0 {
		return false, err
	}
	jobs, err := w.Store.Jobs(ctx, graph.JobsQuery{States: graph.Unfinished(), Limit: 1})
	if err != nil || len(jobs) > 0 {
		return false, err
	}
	return !hasFiles(filepath.Join(w.Config.Folder(), RepliesFolder)) && !hasFiles(filepath.Join(w.Config.Folder(), UploadsFolder)), nil
}

// hasFiles reports whether a folder has a file at any depth; true if it cannot be read.
func hasFiles(folder string) bool {
	err := filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			err = fs.ErrExist
		}
		return err
	})
	return err != nil && !errors.Is(err, fs.ErrNotExist)
}

// removeIncomplete removes the folder of a new workspace that could not be opened.
func removeIncomplete(c config.Config) error {
	release, err := sqlite.Lock(c.Folder())
	if err != nil {
		return err
	}
	return errors.Join(sqlite.Remove(c.Folder()), release())
}

// remove removes a workspace: its nodes on the server, one batch per transaction, then its
// folder. If another process holds the workspace it returns fault.Held.
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

// UploadsFolder, in the workspace's folder, has uploaded files until the job that ingests them
// is finished.
const UploadsFolder = "uploads"
