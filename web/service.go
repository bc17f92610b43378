package web

import (
	"context"
	"io"

	"grove/internal/graph"
	"grove/query"
)

// Service holds the workspaces.
type Service interface {
	// Workspaces lists them by name.
	Workspaces(context.Context) ([]WorkspaceInfo, error)
	// Create makes an empty workspace; Conflict where there is one of this name.
	Create(ctx context.Context, name string) error
	// Delete removes a workspace with all it holds: its requests and jobs are ended first.
	Delete(ctx context.Context, name string) error
	// Use opens a workspace, unless it is open, and keeps it open while use runs. The
	// context of use ends with the request, and when the workspace is closed.
	Use(ctx context.Context, name string, use func(context.Context, Workspace) error) error
	// Ready tells what keeps the service from working, nil where nothing does.
	Ready(context.Context) error
}

// Workspace is one open workspace. It is safe for concurrent use.
type Workspace interface {
	Library
	Jobs
	Graph
	// Ask answers a question; watch is told of each step as it is made, from several
	// goroutines.
	Ask(ctx context.Context, q Question, watch func(query.Step)) (query.Answer, error)
	// Search gives the k best chunks by a method ("": by words).
	Search(ctx context.Context, text, method string, k int) ([]query.Hit, error)
	Schema(context.Context) (Schema, error)
	Stats(context.Context) (graph.Counts, error)
	// Export writes the canonical export.
	Export(context.Context, io.Writer) error
}

// Library is a workspace's documents.
type Library interface {
	// Documents lists documents by id, at most limit after one.
	Documents(ctx context.Context, after graph.ID, limit int) ([]Document, error)
	Document(context.Context, graph.ID) (Document, error)
	// Chunks gives a document's chunks from an index on.
	Chunks(ctx context.Context, document graph.ID, from, limit int) ([]graph.Chunk, error)
	// Spool keeps what is uploaded until its job is done, under a name that follows
	// from its content, and SpoolRecord a text with its title. Of a file's name only
	// the ending is taken, which tells its format.
	Spool(ctx context.Context, fileName string, content io.Reader) (name string, err error)
	SpoolRecord(context.Context, Record) (name string, err error)
	// Add has an upload ingested by a job. It gives the job of the first one where
	// the same was asked for before.
	Add(context.Context, Upload) (Job, error)
	// Remove has a document removed by a job.
	Remove(context.Context, graph.ID) (Job, error)
}

// Jobs are a workspace's jobs.
type Jobs interface {
	// Jobs lists the latest first, at most limit.
	Jobs(ctx context.Context, limit int) ([]Job, error)
	Job(context.Context, graph.ID) (Job, error)
	// Cancel ends a job that waits or runs; what it did is kept.
	Cancel(context.Context, graph.ID) (Job, error)
	// Retry has a job that did not do all it should done again.
	Retry(context.Context, graph.ID) (Job, error)
}

// Graph is what can be looked at in a workspace's graph.
type Graph interface {
	// Neighbourhood gives what is around elements.
	Neighbourhood(context.Context, Around) (Subgraph, error)
	// Paths gives the paths between two elements.
	Paths(ctx context.Context, from, to string, maxHops, limit int) ([]Path, error)
	// Entities lists elements by id, at most limit after one.
	Entities(ctx context.Context, after graph.ID, limit int) ([]graph.KeyElement, error)
	// FindEntities finds elements by name, the best first.
	FindEntities(ctx context.Context, name string, limit int) ([]graph.KeyElement, error)
	// Entity shows one, named by its id or a name.
	Entity(ctx context.Context, ref string, limit int) (Entity, error)
	// Communities lists those at the top, or all; the largest level first.
	Communities(ctx context.Context, all bool, limit int) ([]Community, error)
	Community(ctx context.Context, id graph.ID, limit int) (CommunityMembers, error)
}
