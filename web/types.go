package web

import (
	"encoding/json"
	"time"

	"grove/internal/graph"
	"grove/query"
)

// WorkspaceInfo is a workspace as the list shows it.
type WorkspaceInfo struct {
	Name string `json:"name"`
	// Store is embedded or neo4j.
	Store string `json:"store"`
	// Documents and Chunks are there where counts were asked for and could be read.
	Documents *int `json:"documents,omitempty"`
	Chunks    *int `json:"chunks,omitempty"`
	// Problem says why its counts could not be read, "" if they were.
	Problem string `json:"problem"`
}

// WorkspaceListing asks for workspaces.
type WorkspaceListing struct {
	// After leaves out names up to and including this one; Limit is how many are given.
	After string
	Limit int
	// Counts has each opened and its documents and chunks counted.
	Counts bool
	// May tells which names may be given.
	May func(name string) bool
}

// Document is a document as clients see it: that of the graph, and its time.
type Document struct {
	graph.Document
	IngestedAt time.Time `json:"ingested_at"`
	// Partial is true while only some of its chunks are written.
	Partial bool `json:"partial"`
}

// Record is a text with its title ("": none).
type Record struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

// Upload is what a client asks to have ingested.
type Upload struct {
	// File is the name that Spool gave.
	File string
	// Source names the document. Tags are "key=value".
	Source string
	Tags   []string
	// Replace puts it in the place of a document of the same source.
	Replace bool
	// IdempotencyKey, if not "", names the request: a second one is answered with
	// the first one's job.
	IdempotencyKey string
}

// Job is a job as clients see it.
type Job struct {
	ID graph.ID `json:"id"`
	// Kind is upload, delete, or that of a command: ingest, retry, reextract.
	Kind  string         `json:"kind"`
	State graph.JobState `json:"state"`
	// Error says what ended a job that failed.
	Error   string    `json:"error"`
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
	// Request is what was asked for, of the service's own jobs; Progress how far it
	// is, and Result what came of it.
	Request  json.RawMessage `json:"request,omitempty"`
	Progress json.RawMessage `json:"progress,omitempty"`
	Result   json.RawMessage `json:"result,omitempty"`
}

// Over tells that a job has come to its end, good or bad. One that was
// interrupted goes on when the service starts again.
func (j Job) Over() bool {
	switch j.State {
	case graph.JobQueued, graph.JobRunning, graph.JobInterrupted:
		return false
	}
	return true
}

// Question is what a client asks.
type Question struct {
	Question string `json:"question" min:"1" max:"10000"`
	// Agent answers; "" is the default one. Mode is open ("") or reject.
	Agent string `json:"agent,omitempty"`
	Mode  string `json:"mode,omitempty" enum:"|open|reject"`
	// Window bounds each call in tokens, MaxCalls their number; 0 is the default and no bound.
	Window   int `json:"window,omitempty" min:"0"`
	MaxCalls int `json:"max_calls,omitempty" min:"0"`
	// MaxTokens bounds the tokens of paid calls, Budget what they cost in US dollars by
	// the service's prices, Timeout the time for calls in seconds; 0 is no bound.
	// The service gives a question 19/20 of its own time at most.
	MaxTokens int     `json:"max_tokens,omitempty" min:"0"`
	Budget    float64 `json:"budget,omitempty" min:"0"`
	Timeout   int     `json:"timeout,omitempty" min:"0" max:"86400"`
	// Filters bounds what is read to some documents.
	Filters graph.Scope `json:"filters,omitzero"`
	// History are the earlier turns of the conversation, the oldest first.
	History []query.Turn `json:"history,omitempty" max:"100"`
	// Without leaves out parts of the agent tree: communities, loop, schema,
	// entities, triples, paths.
	Without []string `json:"without,omitempty" max:"10"`
	// TraceID is the id that its stored trace gets; "" has one made.
	TraceID string `json:"-"`
}

// Around asks for what is around elements.
type Around struct {
	// Seeds are ids, or names that only one element goes by.
	Seeds []string
	// Depth is how many hops are made, Limit how many elements are given at most.
	Depth, Limit int
	// Facts follows shared facts instead of typed relations.
	Facts bool
	// Types bounds the elements beside the seeds, Relations the relations that are
	// followed; empty is all.
	Types, Relations []string
	// Scope bounds what counts to some documents.
	Scope graph.Scope
}

// Between asks for the paths between two elements, each an id or a name.
type Between struct {
	From, To       string
	MaxHops, Limit int
	Scope          graph.Scope
}

// Search asks for chunks.
type Search struct {
	Text string
	// Method is how chunks are ranked; "" is by words.
	Method string
	// K is how many are given.
	K     int
	Scope graph.Scope
}

// Listing asks for documents.
type Listing struct {
	After graph.ID
	Limit int
	// Like is what the source begins with or the title contains, "" for any.
	Like  string
	Scope graph.Scope
}

// Subgraph is a part of the graph.
type Subgraph struct {
	// Nodes are by their distance from the seeds, then by support and id.
	Nodes []Node `json:"nodes"`
	Edges []Edge `json:"edges"`
	// Total counts the elements that were found and the edges seen between those that
	// are given.
	Total Total `json:"total"`
	// Cut tells that there is more than the limit let through. Hubs are the elements
	// with more edges than were looked at, for which Total counts only those.
	Cut  bool       `json:"cut"`
	Hubs []graph.ID `json:"hubs"`
	Shown
}

// Node is an element in a part of the graph.
type Node struct {
	graph.KeyElement
	// Depth is its distance from the nearest seed.
	Depth int `json:"depth"`
}

// Edge joins two nodes. It is a typed relation, whose id is the triple's, or stands
// for facts that both share (SHARES_FACTS), without an id.
type Edge struct {
	ID       graph.ID `json:"id"`
	Head     graph.ID `json:"head"`
	Relation string   `json:"relation"`
	Tail     graph.ID `json:"tail"`
	// Support is the number of chunks that say so, or of facts that are shared.
	Support int `json:"support"`
}

// Path is a chain of relations: Triples[i] joins Elements[i] and Elements[i+1], in
// either direction.
type Path struct {
	Elements []PathElement  `json:"elements"`
	Triples  []graph.Triple `json:"triples"`
	// Weight is the sum of the triples' supports.
	Weight int `json:"weight"`
}

// PathElement is an element on a path.
type PathElement struct {
	ID   graph.ID `json:"id"`
	Name string   `json:"name"`
}

// Entity is an element with what the graph says of it.
type Entity struct {
	graph.KeyElement
	Attributes []graph.Attribute `json:"attributes"`
	Relations  []Relation        `json:"relations"`
	// Facts is how many facts are about it, Mentions how many chunks mention it.
	Facts     int              `json:"facts"`
	Mentions  int              `json:"mentions"`
	Evidence  []Evidence       `json:"evidence"`
	Community *graph.Community `json:"community"`
}

// Relation is a triple with the names of its ends.
type Relation struct {
	graph.Triple
	HeadName string `json:"head_name"`
	TailName string `json:"tail_name"`
}

// Evidence is a place where an element is named: the quote is text[start:end] of
// the document, in runes, or of its title where In says so.
type Evidence struct {
	Document DocumentRef `json:"document"`
	Chunk    graph.ID    `json:"chunk"`
	Start    int         `json:"start"`
	End      int         `json:"end"`
	In       graph.Place `json:"in"`
	Surface  string      `json:"surface"`
	Type     string      `json:"type"`
}

// DocumentRef names a document.
type DocumentRef struct {
	ID     graph.ID `json:"id"`
	Title  string   `json:"title"`
	Source string   `json:"source"`
}

// Community is a community with its keywords.
type Community struct {
	graph.Community
	Keywords []graph.Keyword `json:"keywords"`
}

// CommunityMembers is a community with what is directly below it.
type CommunityMembers struct {
	Community
	Children []graph.Community  `json:"children"`
	Members  []graph.KeyElement `json:"members"`
}
