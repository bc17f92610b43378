package app

import (
	"context"

	"grove/internal/graph"
	"grove/internal/traces"
	"grove/query"
)

// CheckTrace makes the reads of a trace again, on the workspace as it is now and
// without a language model, and compares what they give.
func (a *App) CheckTrace(ctx context.Context, id string) (traces.Checked, error) {
	t, err := a.Traces().Get(id)
	if err != nil {
		return traces.Checked{}, err
	}
	snapshot, release, err := a.store.Snapshot(ctx)
	if err != nil {
		return traces.Checked{}, err
	}
	defer release()
	return t.Check(ctx, traces.Bench{Workspace: a.config.Workspace, Graph: snapshot,
		Search: func(ctx context.Context, text, method string, k int, scope graph.Scope) ([]query.Hit, error) {
			return query.Searcher{Graph: snapshot, Index: a.index, Ranker: a.retriever, Scope: scope}.Search(ctx, text, method, k)
		}})
}
