// Package tree brings a workspace's communities up to date with its graph: the
// two upper levels of the four-level tree (attributes, entities with triples,
// keywords, communities). Communities are a pure function of the whole graph; only
// their titles need a model, once for the same members and evidence.
package tree

import (
	"context"

	"grove/community"
	"grove/internal/graph"
	"grove/internal/llm"
)

// MostEntities is the number of entities up to which communities are rebuilt after
// every job; above it only on command, or once enough has changed.
const MostEntities = 100_000

// Store is what the tree needs of a workspace.
type Store interface {
	ChangeNumber(context.Context) (int64, error)
	TreeNumber(context.Context) (int64, error)
	Counts(context.Context) (graph.Counts, error)
	PageEntities(context.Context, graph.PageQuery) ([]graph.KeyElement, error)
	PageRelations(context.Context, graph.PageQuery) ([]graph.Triple, error)
	PageTies(context.Context, graph.PageQuery) ([]graph.FactElements, graph.ID, error)
	PageCommunities(context.Context, graph.PageQuery) ([]graph.CommunityPage, error)
	PutTree(context.Context, []graph.CommunityState) error
}

// Builder builds the communities of one workspace.
type Builder struct {
	Store Store
	// Session titles communities; without a model the titles are made of keywords.
	Session *llm.Session
	// Embed gives vectors of names for the affinity; nil leaves them out.
	Embed func(ctx context.Context, texts []string) ([][]float32, error)
	// Vectors, if set, caches the vectors of Embed between builds.
	Vectors *community.Vectors
	// Method is one of community.Methods; "" is the first.
	Method string
	// Summaries is config.Lazy or config.Off to title communities by their hub members instead of by the model. Without a model
	// it has no effect.
	Summaries string
	// Concurrency bounds the calls in flight; 0 is 8.
	Concurrency int
}

// Report is the result of a build.
type Report struct {
	// Communities are those of all levels, Entities those in them.
	Communities int `json:"communities"`
	Entities    int `json:"entities"`
	Levels      int `json:"levels"`
	// Named is the number of communities with a new title and summary.
	Named      int     `json:"named"`
	Method     string  `json:"method"`
	Modularity float64 `json:"modularity"`
}

// Stale reports whether the graph has changed since the communities were made.
func (b Builder) Stale(ctx context.Context) (bool, error) {
	number, err := b.Store.ChangeNumber(ctx)
	if err != nil {
		return false, err
	}
	tree, err := b.Store.TreeNumber(ctx)
	return tree != number, err
}

// Build replaces the communities by those of the current graph.
func (b Builder) Build(ctx context.Context) (Report, error) {
	n, err := b.read(ctx)
	if err != nil {
		return Report{}, err
	}
	found, err := community.Detect(ctx, n.graph(b), b.Method)
	if err != nil {
		return Report{}, err
	}
	states := n.states(found)
	named, err := b.name(ctx, n, states)
	if err != nil {
		return Report{}, err
	}
	if err := b.Store.PutTree(ctx, states); err != nil {
		return Report{}, err
	}
	report := Report{Communities: len(states), Entities: len(n.entities), Named: named, Method: found.Method, Modularity: found.Modularity}
	for _, s := range states {
		report.Levels = max(report.Levels, s.Level+1)
	}
	return report, nil
}
