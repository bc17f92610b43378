package graphreader

import (
	"context"

	"golang.org/x/sync/errgroup"

	"grove/internal/fault"
	"grove/internal/graph"
)

// explore walks from all start nodes side by side and gives the paths in the
// order of the nodes. A path that fails keeps what it noted; only if all fail
// is that an error, an outage before any other.
func (r *run) explore(ctx context.Context, starts []node, quota *quota) ([]*path, error) {
	paths := make([]*path, len(starts))
	failures := make([]error, len(starts))
	var group errgroup.Group
	group.SetLimit(r.options.Concurrency)
	for i, start := range starts {
		paths[i] = r.newPath(i, start, quota.share(i, len(starts)))
	}
	for i, p := range paths {
		group.Go(func() error {
			failures[i] = p.walk(ctx)
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, fault.Wrap(err, "graphreader.explore", "")
	}
	return paths, allFailed(failures)
}

// allFailed is the error of paths that all failed, or nil.
func allFailed(failures []error) error {
	var first error
	for _, err := range failures {
		if err == nil {
			return nil
		}
		if first == nil || fault.Is(err, fault.Unavailable) && !fault.Is(first, fault.Unavailable) {
			first = err
		}
	}
	return first
}

// newPath makes the i-th path, which may make so many calls.
func (r *run) newPath(i int, start node, calls int) *path {
	branch := r.trace.Branch(map[string]any{"path": i + 1, "start": start.name})
	return &path{run: r, graph: r.tracedIn(branch), trace: branch, start: start, calls: calls,
		labels: newLabels(), titles: map[graph.ID]string{}, visited: map[graph.ID]bool{}, chunks: map[graph.ID]graph.ChunkRow{}}
}
