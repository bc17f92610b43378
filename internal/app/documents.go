package app

import (
	"context"
	"io"

	"grove/internal/exchange"
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
