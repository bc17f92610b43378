package app

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"grove/ingest"
	"grove/internal/config"
	"grove/internal/curate"
	"grove/internal/eval/run"
	"grove/internal/evaluate"
	"grove/internal/fault"
	"grove/internal/gist"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/lists"
	"grove/internal/sqlite"
	"grove/internal/telemetry"
	"grove/internal/text"
	"grove/internal/workspace"
	"grove/query"
	"grove/query/agents"
	"grove/web"
)

// idleAfter is how long a workspace that nobody uses stays open.
const idleAfter = 10 * time.Minute

// Service holds the workspaces of a data folder, each opened when it is first used.
// Close it.
type Service struct {
	config config.Config
	log    *slog.Logger
	// metrics and tracing are told of what workspaces do; tracing may be nil.
	metrics *telemetry.Metrics
	tracing *telemetry.Tracing
	// spoolBytes bounds the uploads that wait in a workspace; 0 is the default.
	spoolBytes int64
	memory     *jobs.Memory

	mu      sync.Mutex
	handles map[string]*handle
	closed  bool
	stop    chan struct{}
}

var _ web.Service = (*Service)(nil)

// serveFolder is the folder below the data folder with the lock of its service; no workspace has such a name.
const serveFolder = ".serve"

// LockService makes this process the only service of a data folder until release is called. It returns fault.Held, with the
// name of the other process, if there is one.
func LockService(data string) (release func() error, err error) {
	folder := filepath.Join(data, serveFolder)
	if release, err = sqlite.Lock(folder); !fault.Is(err, fault.Held) {
		return release, err
	}
	who, err := sqlite.Holder(folder)
	if err != nil {
		return nil, err
	}
	return nil, fault.New(fault.Held, "app.LockService", data, "a service runs on this data folder: "+cmp.Or(who, "another process"),
		"use that service, end it, or give another folder with --data")
}

// NewService makes a service of the workspaces that the settings reach.
func NewService(c config.Config, log *slog.Logger) (*Service, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return nil, fault.From(fault.Unavailable, "app.NewService", c.Data, err, "give a folder that can be written with --data")
	}
	s := &Service{config: c, log: log, handles: map[string]*handle{}, stop: make(chan struct{}), metrics: telemetry.NewMetrics(),
		memory: jobs.NewMemory(0)}
	s.metrics.Follow(s.state)
	go s.watchIdle()
	return s, nil
}

func (s *Service) of(name string) config.Config {
	c := s.config
	c.Workspace = name
	return c
}

// Resume opens the workspaces in which jobs were left, so that these go on. One that
// cannot be opened is logged: it is tried again when it is used.
func (s *Service) Resume(ctx context.Context) error {
	all, err := workspace.Names(ctx, s.config)
	if err != nil {
		return err
	}
	for _, name := range all {
		left, err := s.leftJobs(ctx, name)
		if err == nil && left > 0 {
			s.log.Info("going on with jobs", "workspace", name, "jobs", left)
			err = s.Use(ctx, name, func(context.Context, web.Workspace) error { return nil })
		}
		if err != nil {
			s.log.Error("jobs that were left cannot go on", "workspace", name, "error", err.Error())
		}
	}
	return ctx.Err()
}

func (s *Service) leftJobs(ctx context.Context, name string) (n int, err error) {
	a, err := OpenReader(ctx, s.of(name))
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	rows, err := a.Store.Jobs(ctx, graph.JobsQuery{States: graph.Unfinished(), Limit: graph.MaxRows})
	return lists.Count(rows, jobs.Waits), err
}

// Workspaces lists workspaces by name. None is opened, unless their counts are asked for.
func (s *Service) Workspaces(ctx context.Context, l web.WorkspaceListing) (list []web.WorkspaceInfo, more bool, err error) {
	names, err := workspace.Names(ctx, s.config)
	if err != nil {
		return nil, false, err
	}
	out := []web.WorkspaceInfo{}
	for _, name := range names {
		if name <= l.After || !l.May(name) {
			continue
		}
		if len(out) == l.Limit {
			return out, true, nil
		}
		w := web.WorkspaceInfo{Name: name, Store: s.config.Store}
		if l.Counts {
			counts, err := workspace.Counts(ctx, s.of(name))
			if ctx.Err() != nil {
				return nil, false, ctx.Err()
			}
			if err != nil {
				// The reason names files of this machine: the log has it.
				s.log.Error("a workspace cannot be counted", "workspace", name, "error", err.Error())
				w.Problem = "it cannot be read: " + string(fault.KindOf(err))
			} else {
				w.Documents, w.Chunks = &counts.Documents, &counts.Chunks
			}
		}
		out = append(out, w)
	}
	return out, false, nil
}

// Create makes a workspace.
func (s *Service) Create(ctx context.Context, name string) error {
	there := fault.New(fault.Conflict, "app.Create", name, "there is such a workspace already", "choose another name")
	s.mu.Lock()
	_, open := s.handles[name]
	s.mu.Unlock()
	if open {
		return there
	}
	release, err := s.evict(name)
	if err != nil {
		return err
	}
	defer release()
	a, err := OpenReader(ctx, s.of(name))
	switch {
	case err == nil:
		return errors.Join(there, a.Close())
	case !fault.Is(err, fault.NotFound):
		return err
	}
	return workspace.Create(ctx, s.of(name))
}

// Delete removes a workspace.
func (s *Service) Delete(ctx context.Context, name string) error {
	release, err := s.evict(name)
	if err != nil {
		return err
	}
	defer release()
	return unknown(workspace.Delete(ctx, s.of(name)), name)
}

// Runs returns the runs of evaluations of a workspace, without opening it.
func (s *Service) Runs(ctx context.Context, name string) (run.Folder, error) {
	c := s.of(name)
	if c.Store == config.Embedded {
		return evaluate.Runs(c), unknown(sqlite.Exists(c.Folder()), name)
	}
	err := hasFolder(c) // which a workspace has only on machines that used it
	if fault.Is(err, fault.NotFound) {
		var names []string
		if names, err = workspace.Names(ctx, c); err == nil && !slices.Contains(names, name) {
			err = unknown(fault.New(fault.NotFound, "app.Runs", name, "", ""), name)
		}
	}
	return evaluate.Runs(c), err
}

// Offer says who answers, and how.
func (s *Service) Offer() web.Offer {
	out := web.Offer{Agents: []web.Agent{}, Modes: []string{string(query.Open), string(query.Reject)}, Methods: SearchMethods()}
	for _, a := range agents.List() {
		out.Agents = append(out.Agents, web.Agent{Name: a.Name, Purpose: a.Purpose, Calls: a.Calls, LeastWindow: a.LeastWindow,
			Parts: a.PartNames(), Options: graph.List(a.Options)})
	}
	return out
}

// Close ends what is under way and closes all workspaces. Jobs that are not done go
// on when the service starts again.
func (s *Service) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	names := slices.Sorted(maps.Keys(s.handles))
	s.mu.Unlock()
	close(s.stop)
	var errs []error
	for _, name := range names {
		open, err := s.evict(name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		open()
	}
	return errors.Join(errs...)
}

// Drain starts no more jobs in any open workspace, and waits until those that run are
// over or ctx ends. What waits is in the store, and goes on when the service starts again.
func (s *Service) Drain(ctx context.Context) {
	var wait sync.WaitGroup
	s.visit(func(r *handle) { wait.Go(func() { r.jobs.Drain(ctx) }) })
	wait.Wait()
}

// BoundSpool bounds the bytes of uploads that wait in a workspace (4 GiB), of those that
// are opened from now on.
func (s *Service) BoundSpool(bytes int64) { s.spoolBytes = bytes }

// served is an open workspace as the service uses it.
type served struct {
	*App
}

var _ web.Workspace = served{}

// Jobs returns the workspace's jobs.
func (s served) Jobs() web.Jobs { return s.jobs }

// Ask answers a question.
func (s served) Ask(ctx context.Context, q web.Question, watch func(query.Step)) (query.Answer, error) {
	return s.App.Ask(ctx, AskOptions{Agent: q.Agent, TraceID: q.TraceID, Gists: s.gists(q),
		Question: query.Question{Text: q.Question, Mode: query.Mode(q.Mode), Scope: q.Filters, History: q.History, Watch: watch},
		Options: query.Options{Check: q.Check, Window: q.Window, MaxCalls: q.MaxCalls, Without: q.Without, Own: q.Options,
			Limits: query.Limits{MaxTokens: q.MaxTokens, Budget: q.Budget, Timeout: time.Duration(q.Timeout) * time.Second}}})
}

// gists makes the gists that a question needs as a queued job if it asks for that with a key that may write; else it is
// fault.Conflict with the estimated cost.
func (s served) gists(q web.Question) func(context.Context, jobs.GistsOptions, gist.Cost) (ingest.Report, error) {
	return func(ctx context.Context, o jobs.GistsOptions, e gist.Cost) (ingest.Report, error) {
		if q.MakeGists && q.MayWrite {
			return s.jobs.AwaitGists(ctx, o)
		}
		return ingest.Report{}, fault.New(fault.Conflict, "app.Ask", text.Count(len(o.Documents), "document"),
			"the agent reads gists, and these documents have none yet; making them takes "+e.String(),
			"with a key of the role write, ask with make_gists: true or POST gists; or ask another agent")
	}
}

// Export writes the canonical export. Communities that are older than the graph are
// first made anew, unless a job is at work on it, which does so at its end.
func (s served) Export(ctx context.Context, w io.Writer) error {
	if release, ok := s.TryAcquireWriter(); ok {
		err := s.EnsureFresh(ctx)
		release()
		if err != nil {
			return err
		}
	}
	_, err := s.ExportJSONL(ctx, w)
	return err
}

// Curate is App.Curate for requests: a change waits until no job writes.
func (s served) Curate() *curate.Curator {
	c := s.App.Curate()
	c.Exclusive = s.jobs.Exclusive
	return c
}
