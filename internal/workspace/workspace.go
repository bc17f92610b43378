// Package workspace opens, lists, creates and deletes workspaces. An open Workspace has its
// store, text index, retriever, vectors and language model, the lock of its one writer, and
// the refresh of the layers derived from its graph.
package workspace

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sync/semaphore"

	"grove/community"
	"grove/cypher"
	"grove/internal/config"
	"grove/internal/embed"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/search"
	"grove/internal/sqlite"
	"grove/internal/text"
	"grove/query/retrieve"
)

// Workspace is an open workspace, to be closed by Close. One opened by OpenReader has only
// Config and Store.
type Workspace struct {
	Config config.Config
	Store  graph.Store
	Index  *search.Index
	// Retriever reads nothing before the first search by a method other than bm25.
	Retriever *retrieve.Retriever
	Vectors   embed.Vectors
	// Client calls the language model, or the offline kit for --model offline.
	Client  *llm.Client
	Counter *text.Counter
	// Observer receives operations of the store, calls to the model and jobs; may be nil.
	Observer *Observer
	// OnLayer receives the name of each derived layer that Refresh is about to bring up to date, OnVectors the progress of missing
	// vectors; either may be nil.
	OnLayer   func(name string)
	OnVectors func(done, of int)

	writer *semaphore.Weighted
	// vectors is a cache that persists between refreshes.
	vectors community.Vectors
	closers []func() error
	notes   []string
	// created is true if opening created the workspace.
	created bool
}

// Open opens the workspace for reading and writing and creates it if it does not exist. It
// locks the workspace's folder until Close: a second process gets fault.Held. If a new
// workspace cannot be opened, it is removed.
func Open(ctx context.Context, c config.Config) (*Workspace, error) {
	existed := exists(c.Folder())
	w, err := start(ctx, c, (*Workspace).openAll)
	if err == nil {
		w.created = w.created && !existed // an existing empty workspace is not removed
	}
	if err != nil && !existed && exists(c.Folder()) && !fault.Is(err, fault.Held) {
		err = errors.Join(err, removeIncomplete(c))
	}
	return w, err
}

// OpenExisting is Open for a workspace that must exist; otherwise it returns fault.NotFound
// and creates nothing. The observer may be nil.
func OpenExisting(ctx context.Context, c config.Config, o *Observer) (*Workspace, error) {
	return start(ctx, c, func(w *Workspace, ctx context.Context) error {
		w.Observer = o
		if err := w.mustExist(ctx); err != nil {
			return err
		}
		return w.openAll(ctx)
	})
}

// OpenReader opens only the store, for reading, while another process may hold the workspace.
// It returns fault.NotFound if there is no such workspace.
func OpenReader(ctx context.Context, c config.Config) (*Workspace, error) {
	return start(ctx, c, func(w *Workspace, ctx context.Context) error {
		if err := w.mustExist(ctx); err != nil || c.Store == config.Neo4j {
			return err
		}
		return w.setStore(asStore(sqlite.OpenReadOnly(ctx, c.Folder())))
	})
}

// start calls open on a new Workspace, and closes it if open fails.
func start(ctx context.Context, c config.Config, open func(*Workspace, context.Context) error) (*Workspace, error) {
	if err := CheckConfig(c); err != nil {
		return nil, err
	}
	w := &Workspace{Config: c, writer: semaphore.NewWeighted(1)}
	if err := open(w, ctx); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// CheckConfig returns fault.Invalid for settings with which no workspace can be opened.
func CheckConfig(c config.Config) error {
	err := c.Check()
	if m := c.CommunityMethod; m != "" && !slices.Contains(community.Methods(), m) {
		err = errors.Join(err, fault.New(fault.Invalid, "workspace.CheckConfig", m, "not a method of community detection",
			"--community-method "+strings.Join(community.Methods(), ", ")))
	}
	return err
}

func (w *Workspace) openAll(ctx context.Context) error {
	folder := w.Config.Folder()
	release, err := sqlite.Lock(folder)
	if err != nil {
		return err
	}
	w.closers = append(w.closers, release)
	if w.Store == nil {
		if err := w.openStore(ctx); err != nil {
			return err
		}
	}
	number, err := w.Store.ChangeNumber(ctx)
	if err != nil {
		return err
	}
	w.created = number == 0
	if w.Counter, err = text.NewCounter(); err != nil {
		return err
	}
	model, err := w.model(w.Config)
	if err != nil {
		return err
	}
	w.Client = &llm.Client{Model: w.Observer.model(model, w.Prices()), Kit: offline.New(), Counter: w.Counter,
		Instructions: w.Config.Instructions}
	if model == nil && len(w.Config.Instructions) > 0 {
		w.Note("the files of --prompts have no effect without a language model")
	}
	w.Index, err = search.Open(ctx, search.Options{Dir: filepath.Join(folder, "index"), Store: w.storeName(),
		Rebuilding: func(reason string) { w.Note("the text index was made anew: " + reason) }}, w.Store)
	if err != nil {
		return err
	}
	w.closers = append(w.closers, w.Index.Close)
	if err := w.openVectors(); err != nil {
		return err
	}
	w.Retriever = retrieve.NewRetriever(w.Store, w.Vectors, retrieve.Shipped())
	return nil
}

// Notes returns messages about repairs made while opening, such as a rebuilt index.
func (w *Workspace) Notes() []string { return w.notes }

// Note adds a message to Notes.
func (w *Workspace) Note(message string) { w.notes = append(w.notes, message) }

// storeName identifies the store that the index belongs to.
func (w *Workspace) storeName() string {
	if w.Config.Store == config.Neo4j {
		return w.Config.Neo4jURI.String()
	}
	return config.Embedded
}

func (w *Workspace) openStore(ctx context.Context) error {
	if w.Config.Store == config.Neo4j {
		return w.setStore(asStore(cypher.Open(ctx, neo4jConfig(w.Config, w.Observer))))
	}
	return w.setStore(asStore(sqlite.Open(ctx, w.Config.Folder(), w.Observer.store())))
}

func neo4jConfig(c config.Config, o *Observer) cypher.Config {
	return cypher.Config{URI: c.Neo4jURI, User: c.Neo4jUser, Password: c.Neo4jPassword, Workspace: c.Workspace, Observe: o.store()}
}

// setStore sets the store, to be closed by Close.
func (w *Workspace) setStore(store graph.Store, err error) error {
	if err != nil {
		return err
	}
	w.Store = store
	w.closers = append(w.closers, func() error { return store.Close(context.Background()) })
	return nil
}

// mustExist returns fault.NotFound for a workspace to which nothing was ever written. On Neo4j
// it opens the store, which remains open.
func (w *Workspace) mustExist(ctx context.Context) error {
	if w.Config.Store != config.Neo4j {
		err := sqlite.Exists(w.Config.Folder())
		if fault.Is(err, fault.NotFound) {
			return Missing(w.Config)
		}
		return err
	}
	if err := w.openStore(ctx); err != nil {
		return err
	}
	number, err := w.Store.ChangeNumber(ctx)
	if err == nil && number == 0 {
		err = fault.New(fault.NotFound, "workspace.Open", w.Config.Workspace, "no workspace of this name on the Neo4j server",
			"ingest documents first, or check --workspace and --neo4j-uri; `grove workspaces list` shows the workspaces")
	}
	return err
}

// asStore converts a store to the interface, and the nil pointer of an error to nil.
func asStore[S graph.Store](s S, err error) (graph.Store, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Close releases everything, in reverse order of opening.
func (w *Workspace) Close() error {
	var errs []error
	for _, end := range slices.Backward(w.closers) {
		errs = append(errs, end())
	}
	w.closers = nil
	return errors.Join(errs...)
}

// AcquireWriter waits until no other goroutine writes to the graph, and takes the lock until
// release. The folder's lock excludes other processes.
func (w *Workspace) AcquireWriter(ctx context.Context) (release func(), err error) {
	if err := w.writer.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	return func() { w.writer.Release(1) }, nil
}

// TryAcquireWriter is AcquireWriter without waiting; ok is false if the lock is held.
func (w *Workspace) TryAcquireWriter() (release func(), ok bool) {
	return func() { w.writer.Release(1) }, w.writer.TryAcquire(1)
}
