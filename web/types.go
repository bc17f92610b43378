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
	// Without leaves out parts of the agent, Options sets what the agent alone has, by
	// name, each as a text; GET /v1/agents lists both.
	Without []string          `json:"without,omitempty" max:"10"`
	Options map[string]string `json:"options,omitempty"`
	// TraceID is the id that its stored trace gets; "" has one made.
	TraceID string `json:"-"`
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
