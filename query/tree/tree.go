// Package tree is the agent over the four-level tree of Youtu-GraphRAG: it takes
// the question apart into sub-queries that fit the schema, searches for each by
// four routes at once (entities, triples, communities from the top down, paths),
// fuses what they rank, and reasons and reflects over it with a memory of what
// went before, asking further sub-queries until the evidence is enough. Each
// prompt and each route has its own file.
//
// Values marked [G] are Grove's, where the published method says nothing.
package tree

import (
	"context"

	"grove/internal/embed"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/search"
	"grove/query"
	"grove/schema"
)

// Name is the agent's name in answers.
const Name = "tree"

const (
	// DefaultWindow bounds each call, in tokens, where no window is given.
	DefaultWindow = 4096
	// LeastWindow is the smallest window the agent works in, in tokens, for a
	// question of up to an eighth of it [G].
	LeastWindow = 1536
	// maxQueries is the most sub-queries of a question, and of one reflection.
	maxQueries = 3
	// maxSteps is the most steps of reasoning and reflection.
	maxSteps = 5
	// topK is how many items each route gives, and how many the fusion keeps.
	topK = 20
	// temperature is 0: what is asked for are decisions, not prose [G].
	temperature = 0
)

// The parts that Options.Without can leave out. The first three are the ablations of
// the paper; Communities is also a route, and the rest are the others.
const (
	Communities = "communities"
	Loop        = "loop"
	Schema      = "schema"
	Entities    = "entities"
	Triples     = "triples"
	Paths       = "paths"
)

// Parts lists what Options.Without may name.
func Parts() []string { return []string{Communities, Loop, Schema, Entities, Triples, Paths} }

// Graph is what the agent reads of the graph.
type Graph interface {
	query.Graph
	Attributes(context.Context, graph.AttributesQuery) ([]graph.Attribute, error)
	Communities(context.Context, graph.CommunitiesQuery) ([]graph.CommunityRow, error)
	Members(context.Context, graph.MembersQuery) ([]graph.KeyElement, error)
}

// Index finds chunks by their words.
type Index interface {
	BM25(context.Context, search.Query) ([]search.Hit, error)
}

// Embedder turns texts into vectors of unit length.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// Agent answers questions. It is safe for concurrent use.
type Agent struct {
	Graph Graph
	Index Index
	LLM   *llm.Client
	// Embedder compares the sub-queries with entities, triples and communities;
	// without one their words alone do.
	Embedder Embedder
	// Schema bounds the sub-queries; nil is the general one.
	Schema *schema.Schema
	// Workspace is named in the Cypher that the trace shows.
	Workspace string
}

// Options bound one question.
type Options struct {
	// Window bounds each call, in tokens; 0 is DefaultWindow, below LeastWindow is refused.
	Window int
	// MaxCalls bounds the model calls; 0 is no bound. One is kept for the answer.
	MaxCalls int
	// Limits bound tokens, money and time.
	Limits query.Limits
	// Without leaves out parts of the agent, out of Parts; not all four routes.
	Without []string
	// routes are those that search; nil is all.
	routes []route
}

// Answer answers a question. An outage is an error; a reply that cannot be used
// is asked for once more, then done without.
func (a *Agent) Answer(ctx context.Context, q query.Question, o Options) (query.Answer, error) {
	r, err := a.newRun(ctx, q, o)
	if err != nil {
		return query.Answer{}, err
	}
	answer, err := r.answer(ctx)
	if err != nil {
		return r.Failed(), err
	}
	return r.Finish(answer), nil
}

var (
	_ Index    = (*search.Index)(nil)
	_ Embedder = embed.Builtin{}
	_ Graph    = (graph.Reader)(nil)
)
