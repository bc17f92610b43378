// Package curate carries out what people decide about a workspace's graph: which names
// are one entity and which are distinct, which proposed names the schema takes, and
// which schema bounds the graph.
//
// Every change has the same three steps: store the decision, refresh the layers that
// derive from it, report what changed. The decision is stored first, so a change that
// was interrupted is finished by the next refresh.
package curate

import (
	"context"

	"grove/ingest/identity"
	"grove/ingest/refresh"
	"grove/internal/graph"
	"grove/internal/workspace"
)

// Curator carries out decisions about one workspace. Its methods may be called
// concurrently if Exclusive serialises the changes.
type Curator struct {
	Workspace *workspace.Workspace
	// Exclusive runs a change while nothing else writes to the workspace; nil runs it directly.
	Exclusive func(ctx context.Context, change func(context.Context) error) error
	// Progress, unless nil, is called with the numbers of completed and of all chunks or pairs.
	Progress func(done, of int)
	// Kept holds the list of DuplicatePage.
	Kept *graph.Derived[[]identity.Duplicate]
}

// exclusive runs a change while nothing else writes to the workspace.
func exclusive[R any](ctx context.Context, c *Curator, change func(context.Context) (R, error)) (R, error) {
	if c.Exclusive == nil {
		return change(ctx)
	}
	var result R
	err := c.Exclusive(ctx, func(ctx context.Context) (err error) {
		result, err = change(ctx)
		return err
	})
	return result, err
}

// refresh updates the derived layers after a decision was stored. If the model fails, new
// communities are titled by their keywords.
func (c *Curator) refresh(ctx context.Context) (refresh.Report, error) {
	return c.Workspace.Refresh(ctx, refresh.Options{KeywordTitles: true})
}
