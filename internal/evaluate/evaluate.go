// Package evaluate has the use cases of evaluation that need an open workspace: questions of a set asked of
// agents, anonymity reversion, needles in a haystack, and the agreement of a judge.
package evaluate

import (
	"context"

	"grove/internal/config"
	"grove/internal/eval"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/workspace"
	"grove/query"
)

// Workspace is an open workspace with what evaluations need of other use cases.
type Workspace struct {
	*workspace.Workspace
	// Ask has an agent answer a question and stores no less than a question of a user does.
	Ask func(context.Context, Question) (query.Answer, error)
	// Corpus returns the evaluations of retrieval, which ingest a corpus.
	Corpus func() eval.Workspace
	// Sample returns the counts of the graph.
	Sample func(context.Context) (graph.Sample, error)
	// Open opens another workspace, which the caller closes.
	Open func(context.Context, config.Config) (*Workspace, error)
}

// Question is a question to an agent; the zero value of each field but Text and Agent selects its default.
type Question struct {
	// Text is the question, Page the web page that it is about.
	Text, Page string
	// Agent, Mode, Without, Options and Window are those of the system under evaluation.
	Agent   string
	Mode    query.Mode
	Without []string
	Options map[string]string
	Window  int
	Scope   graph.Scope
	Client  *llm.Client
	// Fresh asks the model again instead of using stored replies.
	Fresh bool
}
