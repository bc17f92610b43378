// Package app puts Grove together: it opens workspaces, gives the surfaces one value to
// call, and serves them.
package app

import (
	"context"
	"errors"

	"grove/ingest/identity"
	"grove/internal/browse"
	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/workspace"
)

// App is one open workspace with the use cases on it. Close it.
type App struct {
	*workspace.Workspace
	browser *browse.Browser
	jobs    *jobs.Jobs
	// duplicates is the list that Curate pages through.
	duplicates *graph.Derived[[]identity.Duplicate]
	// usage counts the uses of the schema's names.
	usage *graph.Derived[map[graph.ID]int]
}

// Open opens the workspace for reading and writing, as workspace.Open does.
func Open(ctx context.Context, c config.Config) (*App, error) {
	return forWriting(ctx)(workspace.Open(ctx, c))
}

// OpenExisting opens a workspace that must exist, as workspace.OpenExisting does.
func OpenExisting(ctx context.Context, c config.Config) (*App, error) {
	return forWriting(ctx)(workspace.OpenExisting(ctx, c, nil))
}

// OpenReader opens the store alone, as workspace.OpenReader does.
func OpenReader(ctx context.Context, c config.Config) (*App, error) {
	return on(workspace.OpenReader(ctx, c))
}

// OpenNaming is OpenReader with the model for a workspace whose communities it names as they are read, unless another
// process holds the workspace.
func OpenNaming(ctx context.Context, c config.Config) (*App, error) {
	a, err := OpenReader(ctx, c)
	if err != nil || c.Model == config.Offline && c.LLM.Cassette == "" {
		return a, err
	}
	when, err := a.Summaries(ctx)
	if err == nil && when != config.Lazy {
		return a, nil
	}
	if err = errors.Join(err, a.Close()); err != nil {
		return nil, err
	}
	if a, err = OpenExisting(ctx, c); fault.Is(err, fault.Held) {
		return OpenReader(ctx, c)
	}
	return a, err
}

// Browse returns the use cases that read the workspace.
func (a *App) Browse() *browse.Browser { return a.browser }

// Jobs returns the workspace's jobs.
func (a *App) Jobs() *jobs.Jobs { return a.jobs }

// on gives the use cases on an open workspace.
func on(w *workspace.Workspace, err error) (*App, error) {
	if err != nil {
		return nil, err
	}
	return &App{Workspace: w, browser: browse.New(w.Store, w.Config.Workspace, w.NameCommunities), jobs: jobs.New(w, jobs.Options{}),
		duplicates: graph.NewDerived[[]identity.Duplicate](), usage: graph.NewDerived[map[graph.ID]int]()}, nil
}

// forWriting returns a function that gives the use cases on a workspace opened for writing,
// after it has finished an interrupted purge.
func forWriting(ctx context.Context) func(*workspace.Workspace, error) (*App, error) {
	return func(w *workspace.Workspace, err error) (*App, error) {
		a, err := on(w, err)
		if err != nil {
			return nil, err
		}
		if err := a.purger().Finish(ctx); err != nil {
			return nil, errors.Join(err, a.Close())
		}
		return a, nil
	}
}
