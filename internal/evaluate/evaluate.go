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
	// Ask has an agent answer a question by the model of a client, the workspace's own for nil, and stores no less than a question of a
	// user does.
	Ask func(ctx context.Context, agent string, client *llm.Client, q query.Question, o query.Options) (query.Answer, error)
	// Corpus returns the evaluations of retrieval, which ingest a corpus.
	Corpus func() eval.Workspace
	// Sample returns the counts of the graph.
	Sample func(context.Context) (graph.Sample, error)
	// Open opens another workspace, which the caller closes.
	Open func(context.Context, config.Config) (*Workspace, error)
}
