// Package app puts Grove together: it alone knows both stores, the models and
// the index, and gives the surfaces one value to call.
package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"grove/community"
	"grove/cypher"
	"grove/ingest/identity"
	"grove/internal/browse"
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

// App is one open workspace. Close it.
type App struct {
	config  config.Config
	store   graph.Store
	browser *browse.Browser
	index   *search.Index
	// retriever reads nothing before the first search by a method other than bm25.
	retriever *retrieve.Retriever
	vectors   embed.Vectors
	// watchVectors is told of vectors that are made; nil tells nobody.
	watchVectors func(done, of int)
	client       *llm.Client
	counter      *text.Counter
	closers      []func() error
	notes        []string
	// watch, if set, is told of every operation of the store and call to the model.
	watch *watch
	// names are remembered from one settling of identities to the next, treeVectors
	// from one making of communities to the next.
	names       identity.Memory
	treeVectors community.Vectors
	spoolRoom   spoolRoom
	jobWatch    jobWatch
	// made says that nothing had ever been written to the workspace when it was opened.
	made bool
}

// Open opens the workspace for reading and writing, making it where there is
// none. It holds the workspace's folder until Close: a second process gets
// fault.Held. One that cannot be opened leaves nothing behind.
func Open(ctx context.Context, c config.Config) (*App, error) {
	return openOrLeaveNothing(ctx, c, (*App).openAll)
}

// OpenExisting is Open for a workspace that must be there: a mistyped name is
// NotFound and leaves nothing behind.
func OpenExisting(ctx context.Context, c config.Config) (*App, error) {
	return openWatched(ctx, c, nil)
}

// openWatched is OpenExisting for who watches what the workspace does.
func openWatched(ctx context.Context, c config.Config, w *watch) (*App, error) {
	return start(ctx, c, func(a *App, ctx context.Context) error {
		a.watch = w
		if err := a.mustExist(ctx); err != nil {
			return err
		}
		return a.openAll(ctx)
	})
}

// OpenReader opens the graph alone, beside whatever process may hold the
// workspace: documents, stats and export work on it. NotFound says that the
// workspace does not exist.
func OpenReader(ctx context.Context, c config.Config) (*App, error) {
	return start(ctx, c, func(a *App, ctx context.Context) error {
		if c.Store == config.Neo4j {
			return a.mustExist(ctx)
		}
		return a.keep(asStore(sqlite.OpenReadOnly(ctx, c.Folder())))
	})
}

// start opens what open opens, and closes it again if that fails half-way.
func start(ctx context.Context, c config.Config, open func(*App, context.Context) error) (*App, error) {
	if err := CheckConfig(c); err != nil {
		return nil, err
	}
	a := &App{config: c}
	if err := open(a, ctx); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// CheckConfig refuses settings that no workspace can be opened with, as fault.Invalid
// with the remedy.
func CheckConfig(c config.Config) error {
	return errors.Join(c.Check(), checkMethod(c.CommunityMethod))
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
	if a.store == nil {
		if err := a.openStore(ctx); err != nil {
			return err
		}
	}
	number, err := a.store.ChangeNumber(ctx)
	if err != nil {
		return err
	}
	a.made = number == 0
	if a.counter, err = text.NewCounter(); err != nil {
		return err
	}
	model, err := a.model(folder)
	if err != nil {
		return err
	}
	a.client = &llm.Client{Model: a.watch.model(model, a.prices()), Kit: offline.New(), Counter: a.counter}
	a.index, err = search.Open(ctx, search.Options{Dir: filepath.Join(folder, "index"), Store: a.storeName(), Rebuilding: a.rebuilding}, a.store)
	if err != nil {
		return err
	}
	a.closers = append(a.closers, a.index.Close)
	if a.vectors, err = a.workspaceVectors(); err != nil {
		return err
	}
	a.retriever = retrieve.NewRetriever(a.store, a.vectors, retrieve.Shipped())
	return nil
}

// rebuilding notes why the index was made anew.
func (a *App) rebuilding(reason string) {
	a.notes = append(a.notes, "the text index was made anew: "+reason)
}

// Notes say what opening had to do beside opening.
func (a *App) Notes() []string { return a.notes }

// storeName names the store behind the index.
func (a *App) storeName() string {
	if a.config.Store == config.Neo4j {
		return a.config.Neo4jURI
	}
	return config.Embedded
}

func (a *App) openStore(ctx context.Context) error {
	if a.config.Store == config.Neo4j {
		return a.keep(asStore(cypher.Open(ctx, cypher.Config{URI: a.config.Neo4jURI, User: a.config.Neo4jUser,
			Password: a.config.Neo4jPassword, Workspace: a.config.Workspace, Observe: a.watch.observer()})))
	}
	return a.keep(asStore(sqlite.Open(ctx, a.config.Folder(), a.watch.observer())))
}

// keep takes an opened store, to be closed with the App.
func (a *App) keep(store graph.Store, err error) error {
	if err != nil {
		return err
	}
	a.store, a.browser = store, browse.New(store, a.config.Workspace)
	a.closers = append(a.closers, func() error { return store.Close(context.Background()) })
	return nil
}

// mustExist is NotFound for a workspace that nothing was ever written to. On
// Neo4j it takes opening the store to tell, which then stays open.
func (a *App) mustExist(ctx context.Context) error {
	if a.config.Store != config.Neo4j {
		return sqlite.Exists(a.config.Folder())
	}
	if err := a.openStore(ctx); err != nil {
		return err
	}
	number, err := a.store.ChangeNumber(ctx)
	if err == nil && number == 0 {
		err = fault.New(fault.NotFound, "app.mustExist", a.config.Workspace, "there is no such workspace",
			"ingest something first, or check --workspace and --neo4j-uri")
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

// Browse returns the use cases that read the workspace.
func (a *App) Browse() *browse.Browser { return a.browser }

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
