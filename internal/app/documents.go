package app

import (
	"context"
	"io"

	"grove/internal/exchange"
	"grove/internal/graph"
	"grove/internal/lookup"
	"grove/internal/purge"
)

// ExportJSONL writes the canonical export of one state of the graph, and gives
// the number of lines.
func (a *App) ExportJSONL(ctx context.Context, w io.Writer) (int, error) {
	snapshot, release, err := a.Store.Snapshot(ctx)
	if err != nil {
		return 0, err
	}
	defer release()
	return exchange.JSONL(ctx, snapshot, w)
}

// Purge deletes documents and what the workspace's folder has of their texts, as purge.Purger.Purge does.
func (a *App) Purge(ctx context.Context, s lookup.Selector) ([]graph.Document, purge.Report, error) {
	return a.purger().Purge(ctx, s)
}

func (a *App) purger() *purge.Purger {
	return &purge.Purger{Workspace: a.Workspace, Jobs: a.jobs, Traces: a.Traces(), Runs: a.Runs()}
}
