package app

import (
	"context"

	"grove/ingest/refresh"
	"grove/ingest/tree"
)

// RebuildCommunities makes the communities anew, whatever the size of the graph.
func (a *App) RebuildCommunities(ctx context.Context) (tree.Report, error) {
	done, err := a.Refresh(ctx, refresh.Options{Rebuild: true})
	if done.Communities == nil {
		return tree.Report{}, err
	}
	return *done.Communities, err
}
