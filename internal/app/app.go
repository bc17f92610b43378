// Package app puts Grove together: it alone knows both stores, the models and
// the index, and gives the surfaces one value to call.
package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"grove/cypher"
	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/search"
	"grove/internal/sqlite"
	"grove/internal/text"
)

// App is one open workspace. Close it.
type App struct {
	config  config.Config
	store   graph.Store
	index   *search.Index
	client  *llm.Client
	counter *text.Counter
	closers []func() error
}

// Open opens the workspace for reading and writing, making it where there is
// none. It holds the workspace's folder until Close: a second process gets
// fault.Held.
func Open(ctx context.Context, c config.Config) (*App, error) {
	a, err := open(c)
	if err != nil {
		return nil, err
	}
	return a.opened(ctx)
}

// OpenExisting is Open for a workspace that must be there: a mistyped name is
// NotFound and leaves nothing behind.
func OpenExisting(ctx context.Context, c config.Config) (*App, error) {
	reader, err := OpenReader(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := reader.Close(); err != nil {
		return nil, err
	}
	return Open(ctx, c)
}

func (a *App) opened(ctx context.Context) (*App, error) {
	if err := a.openAll(ctx); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// OpenReader opens the graph alone, beside whatever process may hold the
// workspace: documents, stats and export work on it. NotFound says that the
// workspace does not exist.
func OpenReader(ctx context.Context, c config.Config) (*App, error) {
	a, err := open(c)
	if err != nil {
		return nil, err
	}
	if c.Store == config.Neo4j {
		err = a.openServed(ctx)
	} else {
		err = a.openReadOnly(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

func open(c config.Config) (*App, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	counter, err := text.NewCounter()
	if err != nil {
		return nil, err
	}
	return &App{config: c, counter: counter, client: &llm.Client{Kit: offline.New(), Counter: counter}}, nil
}

func (a *App) openAll(ctx context.Context) error {
	const op = "app.Open"
	folder := a.config.Folder()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return &fault.Error{Kind: fault.Unavailable, Op: op, Item: folder, Err: err, Hint: "give a folder that can be written with --data"}
	}
	release, err := sqlite.Lock(folder)
	if err != nil {
		return err
	}
	a.closers = append(a.closers, release)
	if err := a.openStore(ctx); err != nil {
		return err
	}
	a.index, err = search.Open(ctx, search.Options{Dir: filepath.Join(folder, "index"), Store: a.storeName()}, a.store)
	if err != nil {
		return err
	}
	a.closers = append(a.closers, a.index.Close)
	return nil
}

// storeName names the store behind the index.
func (a *App) storeName() string {
	if a.config.Store == config.Neo4j {
		return a.config.Neo4jURI
	}
	return config.Embedded
}

func (a *App) openStore(ctx context.Context) error {
	var err error
	if a.config.Store == config.Neo4j {
		a.store, err = asStore(cypher.Open(ctx, cypher.Config{URI: a.config.Neo4jURI, User: a.config.Neo4jUser,
			Password: a.config.Neo4jPassword, Workspace: a.config.Workspace}))
	} else {
		a.store, err = asStore(sqlite.Open(ctx, a.config.Folder()))
	}
	if err == nil {
		a.closers = append(a.closers, func() error { return a.store.Close(context.Background()) })
	}
	return err
}

// openServed opens a workspace of Neo4j that something was written to.
func (a *App) openServed(ctx context.Context) error {
	if err := a.openStore(ctx); err != nil {
		return err
	}
	number, err := a.store.ChangeNumber(ctx)
	if err == nil && number == 0 {
		err = fault.New(fault.NotFound, "app.OpenReader", a.config.Workspace, "there is no such workspace",
			"ingest something first, or check --workspace and --neo4j-uri")
	}
	return err
}

func (a *App) openReadOnly(ctx context.Context) error {
	var err error
	a.store, err = asStore(sqlite.OpenReadOnly(ctx, a.config.Folder()))
	if err == nil {
		a.closers = append(a.closers, func() error { return a.store.Close(context.Background()) })
	}
	return err
}

// asStore keeps a nil pointer from becoming a non-nil interface.
func asStore[S graph.Store](s S, err error) (graph.Store, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Close gives everything back, in reverse order of opening.
func (a *App) Close() error {
	var errs []error
	for i := len(a.closers) - 1; i >= 0; i-- {
		errs = append(errs, a.closers[i]())
	}
	a.closers = nil
	return errors.Join(errs...)
}

// milliseconds since a time.
func milliseconds(since time.Time) int64 { return time.Since(since).Milliseconds() }
