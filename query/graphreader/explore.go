package graphreader

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"grove/internal/fault"
	"grove/internal/graph"
)

// explore walks from all start nodes side by side and gives the paths in the
// order of the nodes. A path that fails keeps what it noted, and the others go
// on; where nothing was noted at all, the failure is the outcome, an outage
// before any other. r.failed is the failure that was survived.
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
			defer fault.Recover(ctx, &failures[i], "graphreader.explore", p.start.name)
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
	notes, failed := 0, 0
	for i, p := range paths {
		notes += len(p.notes)
		if failures[i] != nil {
			failed++
		}
	}
	r.failed = worst(failures)
	if r.failed == nil {
		return paths, nil
	}
	if notes == 0 || failed == len(paths) {
		return paths, r.failed
	}
	r.EndedBy("", fmt.Sprintf("%d of %d paths failed: %s", failed, len(paths), fault.Brief(r.failed)))
	return paths, nil
}

// worst is the failure to report: an outage before any other, nil if there is none.
func worst(failures []error) error {
	var first error
	for _, err := range failures {
		if err == nil {
			continue
		}
		if first == nil || fault.Is(err, fault.Unavailable) && !fault.Is(first, fault.Unavailable) {
			first = err
		}
	}
	return first
}

// newPath makes the i-th path, which may make so many calls.
func (r *run) newPath(i int, start node, calls int) *path {
	branch := r.Trace.Branch(map[string]any{"path": i + 1, "start": start.name})
	return &path{run: r, graph: r.tracedIn(branch), trace: branch, start: start, calls: calls,
		labels: newLabels(), titles: map[graph.ID]string{}, visited: map[graph.ID]bool{}, chunks: map[graph.ID]graph.ChunkRow{}}
}
