package web

import (
	"context"
	"io"

	"grove/ingest"
	"grove/internal/browse"
	"grove/internal/curate"
	"grove/internal/graph"
	"grove/internal/traces"
	"grove/query"
)

// Service holds the workspaces.
type Service interface {
	// Workspaces lists them by name, and tells whether more follow.
	Workspaces(context.Context, WorkspaceListing) (list []WorkspaceInfo, more bool, err error)
	// Create makes an empty workspace; fault.Conflict where there is one of this name.
	Create(ctx context.Context, name string) error
	// Delete removes a workspace with all it holds: its requests and jobs are ended first.
	Delete(ctx context.Context, name string) error
	// Use opens a workspace, unless it is open, and keeps it open while use runs. The
	// context of use ends with the request, and when the workspace is closed.
	Use(ctx context.Context, name string, use func(context.Context, Workspace) error) error
	// Offer says who answers and how.
	Offer() Offer
	// Ready tells what keeps the service from working, nothing where nothing does.
	Ready(context.Context) []Trouble
}

// Workspace is one open workspace. It is safe for concurrent use.
type Workspace interface {
	// Browse has the use cases that read the graph.
	Browse() *browse.Browser
	Library
	Jobs
	// Curate carries out decisions: fault.Conflict while a job writes for long.
	Curate() *curate.Curator
	// Ask answers a question; watch is told of each step as it is made, from several
	// goroutines.
	Ask(ctx context.Context, q Question, watch func(query.Step)) (query.Answer, error)
	// Search returns the k best chunks for a text by a method, "" for the default one.
	Search(ctx context.Context, text, method string, k int, scope graph.Scope) ([]query.Hit, error)
	// Traces are those of the questions that were asked.
	Traces() *traces.Folder
	// Export writes the canonical export.
	Export(context.Context, io.Writer) error
	// Import has a canonical export, kept by Spool, read by a job; fault.Conflict where the
	// workspace holds documents.
	Import(ctx context.Context, file string) (Job, error)
}

// Library is a workspace's documents.
type Library interface {
	// Spool keeps what is uploaded until its job is done, under a name that follows
	// from its content, and SpoolRecord a text with its title. Of a file's name only
	// the ending is taken, which tells its format.
	Spool(ctx context.Context, fileName string, content io.Reader) (name string, err error)
	SpoolRecord(context.Context, Record) (name string, err error)
	// Unspool lets go of what was kept and is in no job's hands.
	Unspool(name string) error
	// Add has an upload ingested by a job. It gives the job of the first one where
	// the same was asked for before.
	Add(context.Context, Upload) (Job, error)
	// Estimate tells what Add would ask of the model, and keeps nothing.
	Estimate(context.Context, Upload) (ingest.Estimate, error)
	// Reread has the chunks of a document whose replies could not be read asked for
	// anew by a job.
	Reread(context.Context, graph.ID) (Job, error)
	// Remove has a document removed by a job.
	Remove(context.Context, graph.ID) (Job, error)
}

// Jobs are a workspace's jobs.
type Jobs interface {
	// Jobs lists the latest first, at most limit.
	Jobs(ctx context.Context, limit int) ([]Job, error)
	Job(context.Context, graph.ID) (Job, error)
	// FollowJob gives a job as it is, and then each time that it says how far it is, the
	// latest alone to a slow reader, until ctx ends.
	FollowJob(ctx context.Context, id graph.ID) (<-chan Job, error)
	// Cancel ends a job that waits or runs; what it did is kept.
	Cancel(context.Context, graph.ID) (Job, error)
	// Retry has a job that did not do all it should done again.
	Retry(context.Context, graph.ID) (Job, error)
}
