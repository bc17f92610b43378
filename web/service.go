package web

import (
	"context"
	"io"

	"grove/cypher"
	"grove/ingest"
	"grove/internal/browse"
	"grove/internal/curate"
	"grove/internal/eval/run"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/traces"
	"grove/query"
)

// Service holds the workspaces.
type Service interface {
	// Workspaces lists the workspaces by name; more reports whether others follow.
	Workspaces(context.Context, WorkspaceListing) (list []WorkspaceInfo, more bool, err error)
	// Create creates an empty workspace; fault.Conflict if the name is in use.
	Create(ctx context.Context, name string) error
	// Delete cancels the requests and jobs of a workspace, and deletes it with all its data.
	Delete(ctx context.Context, name string) error
	// Use opens a workspace if necessary, and keeps it open while use runs. The context of
	// use ends with ctx or when the workspace is closed.
	Use(ctx context.Context, name string, use func(context.Context, Workspace) error) error
	// Runs are the stored runs of evaluations of a workspace; it is not opened, so that a run can be watched while the process
	// that makes it holds the workspace.
	Runs(ctx context.Context, name string) (run.Folder, error)
	// Offer returns the agents, modes and search methods.
	Offer() Offer
	// Ready returns the failing parts of the service; none if it works.
	Ready(context.Context) []Trouble
}

// Workspace is one open workspace. It is safe for concurrent use.
type Workspace interface {
	// Browse has the use cases that read the graph.
	Browse() *browse.Browser
	// Jobs queues and controls the jobs that change the documents.
	Jobs() Jobs
	// Curate carries out decisions; they fail with fault.Conflict during a long write of a job.
	Curate() *curate.Curator
	// Ask answers a question; watch, unless nil, is called with each step, concurrently.
	Ask(ctx context.Context, q Question, watch func(query.Step)) (query.Answer, error)
	// Search returns the k best chunks for a text by a method, "" for the default one.
	Search(ctx context.Context, text, method string, k int, scope graph.Scope) ([]query.Hit, error)
	// Cypher runs a statement that only reads; fault.Invalid on the embedded store.
	Cypher(context.Context, cypher.Own) (cypher.Table, error)
	// Traces are the stored traces of questions.
	Traces() *traces.Folder
	// Export writes the canonical export.
	Export(context.Context, io.Writer) error
}

// Jobs are a workspace's jobs; see package jobs.
type Jobs interface {
	Page(context.Context, jobs.Listing) ([]jobs.Job, error)
	Get(context.Context, graph.ID) (jobs.Job, error)
	Follow(context.Context, graph.ID) (<-chan jobs.Job, error)
	Cancel(context.Context, graph.ID) (jobs.Job, error)
	Retry(context.Context, graph.ID) (jobs.Job, error)
	Spool(ctx context.Context, fileName string, content io.Reader) (name string, err error)
	SpoolRecord(context.Context, jobs.Record) (name string, err error)
	Unspool(name string) error
	Estimate(context.Context, jobs.Upload) (ingest.Estimate, error)
	QueueUpload(context.Context, jobs.Upload) (jobs.Job, error)
	QueueImport(ctx context.Context, file string) (jobs.Job, error)
	QueueReread(context.Context, graph.ID) (jobs.Job, error)
	QueueDelete(context.Context, graph.ID) (jobs.Job, error)
	QueueGists(context.Context, jobs.GistsOptions) (jobs.Job, error)
}
