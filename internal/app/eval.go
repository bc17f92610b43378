package app

import (
	"context"

	"grove/internal/eval"
	"grove/internal/graph"
	"grove/query"
)

// Eval returns the evaluations of the workspace.
func (a *App) Eval() eval.Workspace {
	return eval.Workspace{
		Graph: a.Store, Pipeline: a.Pipeline(), Methods: SearchMethods(), Conformance: a.browser.Conformance,
		Search: func(ctx context.Context, text, method string, k int) ([]query.Hit, error) {
			return a.Search(ctx, text, method, k, graph.Scope{})
		},
	}
}
