package web

import (
	"context"
	"io"

	"grove/ingest"
	"grove/ingest/identity"
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
	Library
	Jobs
	Graph
	Communities
	Curation
	// Ask answers a question; watch is told of each step as it is made, from several
	// goroutines.
	Ask(ctx context.Context, q Question, watch func(query.Step)) (query.Answer, error)
	// Search gives the best chunks.
	Search(context.Context, Search) ([]query.Hit, error)
	// Traces are those of the questions that were asked.
	Traces() *traces.Folder
	Stats(context.Context) (graph.Counts, error)
	// Export writes the canonical export.
	Export(context.Context, io.Writer) error
	// Import has a canonical export, kept by Spool, read by a job; fault.Conflict where the
	// workspace holds documents.
	Import(ctx context.Context, file string) (Job, error)
}

// Library is a workspace's documents.
type Library interface {
	// Documents lists documents by id.
	Documents(context.Context, Listing) ([]Document, error)
	Document(context.Context, graph.ID) (Document, error)
	// Chunks gives a document's chunks from an index on.
	Chunks(ctx context.Context, document graph.ID, from, limit int) ([]graph.Chunk, error)
	// Facts gives the facts of limit chunks from an index on, and whether more chunks follow.
	Facts(ctx context.Context, document graph.ID, from, limit int) (facts []Fact, more bool, err error)
	// Text gives a piece of a document's text; what lies beyond its end is left out.
	Text(ctx context.Context, document graph.ID, start, end int) (Passage, error)
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

// Graph is what can be looked at in a workspace's graph.
type Graph interface {
	// Neighbourhood gives what is around elements.
	Neighbourhood(context.Context, Around) (Subgraph, error)
	// Paths gives the paths between two elements.
	Paths(context.Context, Between) (PathList, error)
	// Entities lists elements by id, at most limit after one.
	Entities(ctx context.Context, after graph.ID, limit int) ([]graph.KeyElement, error)
	// FindEntities finds elements by name, the best first.
	FindEntities(ctx context.Context, name string, limit int) ([]graph.KeyElement, error)
	// Entity shows one, named by its id or a name.
	Entity(ctx context.Context, ref string, limit int) (Entity, error)
	// Evidence gives places where an element is named, from one on, and how many there are.
	Evidence(ctx context.Context, ref string, from, limit int) (list []Evidence, total int, err error)
}

// Communities are what is above a workspace's entities.
type Communities interface {
	// Communities lists those at the top, or all; the largest level first.
	Communities(ctx context.Context, all bool, limit int) ([]Community, error)
	Community(ctx context.Context, id graph.ID, limit int) (CommunityMembers, error)
	// Overview draws communities as nodes.
	Overview(context.Context, Overlook) (Overview, error)
	Unfold(context.Context, Unfold) (Unfolded, error)
	// Children lists the communities directly below one, from one on, the largest
	// first, and how many there are. Members lists a community's entities by id.
	Children(ctx context.Context, id graph.ID, from, limit int) (list []CommunityNode, total int, err error)
	Members(ctx context.Context, id, after graph.ID, limit int) ([]graph.KeyElement, error)
}

// Curation is what people decide about a workspace's graph. What changes it is
// fault.Conflict while a job is at work for long.
type Curation interface {
	// Merge makes entities one; Split takes names out of one; Apart keeps two from being
	// one. Undo takes a decision back.
	Merge(ctx context.Context, entities []string) (Decided, error)
	Split(ctx context.Context, entity string, s Splitting) (Decided, error)
	Apart(ctx context.Context, one, other string) (Decided, error)
	Undo(ctx context.Context, decision graph.ID) (Decided, error)
	Decisions(context.Context) ([]Decision, error)
	// Duplicates are pairs of names that may be of one thing, the likeliest first.
	Duplicates(ctx context.Context, limit int) ([]identity.Duplicate, error)
	Schema(context.Context) (Schema, error)
	SetSchema(context.Context, NewSchema) (SchemaChange, error)
	SchemaHistory(ctx context.Context, limit int) ([]SchemaStep, error)
	// Proposals lists those of a part and in a state; "" is all of them.
	Proposals(ctx context.Context, part graph.SchemaPart, state string, limit int) ([]Proposal, error)
	Proposal(ctx context.Context, name string) (Proposal, error)
	// Judge accepts or rejects a proposal, or undoes what was said of it.
	Judge(ctx context.Context, verdict, name string) (ingest.Evolution, error)
}
