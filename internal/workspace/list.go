package workspace

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"grove/cypher"
	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/sqlite"
	"grove/schema"
)

// Info describes one workspace.
type Info struct {
	Name string `json:"name"`
	// Store is config.Embedded or config.Neo4j.
	Store     string `json:"store"`
	Documents int    `json:"documents"`
	Chunks    int    `json:"chunks"`
	// Bytes is the size of its folder on this machine.
	Bytes int64 `json:"bytes"`
	// HeldBy is the process on this machine that has it open for writing, "" if none has.
	HeldBy string `json:"held_by"`
	// Problem is the error of reading its counts, "" without one.
	Problem string `json:"problem"`
}

// List lists the workspaces of the configured store, by name.
func List(ctx context.Context, c config.Config) ([]Info, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	read := listEmbedded
	if c.Store == config.Neo4j {
		read = listNeo4j
	}
	list, err := read(ctx, c)
	if err != nil {
		return nil, err
	}
	for i := range list {
		c.Workspace = list[i].Name
		list[i].Store = c.Store
		if list[i].Bytes, err = size(c.Folder()); err != nil {
			return nil, err
		}
		if list[i].HeldBy, err = sqlite.Holder(c.Folder()); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Names returns the sorted names of the configured store's workspaces, without opening them.
func Names(ctx context.Context, c config.Config) ([]string, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if c.Store == config.Neo4j {
		var names []string
		err := OnNeo4j(ctx, c, func(s *cypher.Store) (err error) {
			names, err = s.WorkspaceNames(ctx)
			return err
		})
		return names, err
	}
	return embeddedNames(c)
}

func embeddedNames(c config.Config) ([]string, error) {
	folders, err := os.ReadDir(c.Data) // by name
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fault.From(fault.Unavailable, "workspace.Names", c.Data, err, "check the permissions of the data folder")
	}
	var names []string
	for _, f := range folders {
		c.Workspace = f.Name()
		if config.CheckWorkspace(f.Name()) == nil && sqlite.Exists(c.Folder()) == nil {
			names = append(names, f.Name())
		}
	}
	return names, nil
}

// mostNamed is the number of workspaces that an error names.
const mostNamed = 10

// Missing returns the fault.NotFound of the configured embedded workspace, which does not exist; its hint names those that do.
func Missing(c config.Config) error {
	hint := "ingest documents first, with `grove ingest PATH`; if they are in another folder, name it with --data"
	if names, err := embeddedNames(c); err == nil && len(names) > 0 {
		more := ""
		if len(names) > mostNamed {
			names, more = names[:mostNamed], " ..."
		}
		hint = "choose one that exists with --workspace: " + strings.Join(names, ", ") + more +
			"; or name another folder with --data, or make a new one with `grove ingest PATH`"
	}
	return fault.New(fault.NotFound, "workspace.Open", c.Workspace, "no workspace of this name in the data folder "+c.Data, hint)
}

// IsWorkspace reports whether a folder is that of a workspace: it has an embedded store, or it is in the data folder and has the lock that
// every workspace has. One that cannot be looked at is none.
func (w *Workspace) IsWorkspace(folder string) bool {
	if sqlite.Exists(folder) == nil {
		return true
	}
	if _, err := os.Stat(filepath.Join(folder, sqlite.LockFile)); err != nil {
		return false
	}
	data, _ := os.Stat(w.Config.Data)
	parent, _ := os.Stat(filepath.Dir(folder))
	return os.SameFile(data, parent)
}

// listEmbedded lists the folders with a database. One that cannot be read has a Problem.
func listEmbedded(ctx context.Context, c config.Config) ([]Info, error) {
	names, err := Names(ctx, c)
	list := []Info{}
	for _, name := range names {
		c.Workspace = name
		w := Info{Name: name}
		counts, err := Counts(ctx, c)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			w.Problem = fault.Brief(err)
		}
		w.Documents, w.Chunks = counts.Documents, counts.Chunks
		list = append(list, w)
	}
	return list, err
}

// Counts counts the items of a workspace, while another process may hold it.
func Counts(ctx context.Context, c config.Config) (counts graph.Counts, err error) {
	w, err := OpenReader(ctx, c)
	if err != nil {
		return graph.Counts{}, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	return w.Store.Counts(ctx)
}

// listNeo4j lists the workspaces of the server.
func listNeo4j(ctx context.Context, c config.Config) ([]Info, error) {
	list := []Info{}
	err := OnNeo4j(ctx, c, func(s *cypher.Store) error {
		found, err := s.Workspaces(ctx)
		list = lists.Map(found, func(w cypher.Workspace) Info {
			return Info{Name: w.Name, Documents: w.Counts.Documents, Chunks: w.Counts.Chunks}
		})
		return err
	})
	return list, err
}

// OnNeo4j calls do with a connection to the configured Neo4j server.
func OnNeo4j(ctx context.Context, c config.Config, do func(*cypher.Store) error) (err error) {
	s, err := cypher.Open(ctx, neo4jConfig(c, nil))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close(context.WithoutCancel(ctx))) }()
	return do(s)
}

// size returns the bytes of all files below a folder, without those removed meanwhile.
func size(folder string) (bytes int64, err error) {
	err = filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return ignoreNotExist(err)
		}
		info, err := entry.Info()
		if err == nil {
			bytes += info.Size()
		}
		return ignoreNotExist(err)
	})
	return bytes, fault.From(fault.Unavailable, "workspace.List", folder, err, "check the permissions of the data folder")
}

func ignoreNotExist(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Create creates the configured workspace, which must not exist, with the general schema.
func Create(ctx context.Context, c config.Config) (err error) {
	w, err := Open(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	number, err := w.Store.ChangeNumber(ctx)
	if err != nil {
		return err
	}
	if number > 0 {
		return fault.New(fault.Invalid, "workspace.Create", c.Workspace, "the workspace exists already", "choose another name")
	}
	_, err = w.Store.PutSchema(ctx, schema.General().Body())
	return err
}

// Delete removes the configured workspace. If another process holds it, Delete returns
// fault.Held.
func Delete(ctx context.Context, c config.Config) (err error) {
	if err := c.Check(); err != nil {
		return err
	}
	w := &Workspace{Config: c}
	err = w.mustExist(ctx)
	if err = errors.Join(err, w.Close()); err != nil {
		return err
	}
	return remove(ctx, c)
}

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
