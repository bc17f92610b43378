package graphreader

import (
	"context"
	"fmt"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/query"
)

// explore walks from all start nodes side by side and gives the paths in the
// order of the nodes. A path that fails keeps what it noted, and the others go
// on; where nothing was noted at all, the failure is the outcome, an outage
// before any other. r.failed is the failure that was survived.
func (r *run) explore(ctx context.Context, starts []node, quota *quota) ([]*path, error) {
	paths := make([]*path, len(starts))
	for i, start := range starts {
		paths[i] = &path{run: r, start: start, labels: newLabels(), titles: map[graph.ID]string{},
			visited: map[graph.ID]bool{}, chunks: map[graph.ID]graph.ChunkRow{}}
	}
	share := query.Share{Calls: quota.free(), AtOnce: r.Number(optionAtOnce),
		Args: func(i int) map[string]any { return map[string]any{"path": i + 1, "start": starts[i].name} }}
	failures := query.Fan(ctx, r.Frame, share, paths, func(ctx context.Context, b query.Branch, p *path) error {
		p.graph, p.trace, p.calls = b.Graph, b.Trace, b.Calls
		return p.walk(ctx)
	})
	if err := ctx.Err(); err != nil {
		return nil, fault.Wrap(err, "graphreader.explore", "")
	}
	notes, failed := 0, 0
	for i, p := range paths {
		notes += len(p.notes)
		if failures[i] != nil {
			failed++
		}
	}
	r.failed = query.Worst(failures)
	if r.failed == nil {
		return paths, nil
	}
	if notes == 0 || failed == len(paths) {
		return paths, r.failed
	}
	r.EndedBy("", fmt.Sprintf("%d of %d paths failed: %s", failed, len(paths), fault.Brief(r.failed)))
	return paths, nil
}
