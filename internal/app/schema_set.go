package app

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/schema"
)

// SchemaChange is what setting a schema does, or would do.
type SchemaChange struct {
	schema.Change
	// Lost are the uses in the graph of the names that go: they become proposals.
	Lost []graph.Term `json:"lost"`
	// Mode is how the mode of evolution changes, nil where it stays.
	Mode *schema.ModeChange `json:"mode,omitempty"`
	// Done is false where nothing was changed.
	Done      bool              `json:"done"`
	Evolution *ingest.Evolution `json:"evolution,omitempty"`
}

// someLost is how many names String gives.
const someLost = 10

// String says what is lost, the most used first, and counts what is beyond the first
// names; Losses says all of it.
func (c SchemaChange) String() string { return c.losses(someLost) }

// Losses says all that is lost, the most used first.
func (c SchemaChange) Losses() string { return c.losses(len(c.Lost)) }

func (c SchemaChange) losses(most int) string {
	if len(c.Lost) == 0 {
		return "nothing in the graph is lost"
	}
	lost := slices.Clone(c.Lost)
	slices.SortStableFunc(lost, func(a, b graph.Term) int { return b.Count - a.Count })
	var parts []string
	for _, t := range lost[:min(len(lost), most)] {
		parts = append(parts, fmt.Sprintf("%d of %s %s", t.Count, t.Part, t.Name))
	}
	if len(lost) > most {
		parts = append(parts, fmt.Sprintf("and those of %d more names", len(lost)-most))
	}
	return "these would be kept aside: " + strings.Join(parts, ", ")
}

// SetSchema puts another seed in the place of the workspace's (nil: the same) and,
// where the settings name one, another mode of evolution, and resolves the graph
// again without a call. Where documents would lose something it only tells what,
// unless sure is set; with dry it always does.
func (a *App) SetSchema(ctx context.Context, seed *schema.Schema, sure, dry bool) (SchemaChange, error) {
	old, _, err := schema.Stored(ctx, a.store)
	switch {
	case fault.Is(err, fault.NotFound):
		old = &schema.Schema{}
	case err != nil:
		return SchemaChange{}, err
	}
	next := *old
	if seed != nil {
		next = *seed
		next.Asked = old.Asked
		if next.Evolution == "" {
			next.Evolution = old.Evolution
		}
	}
	next = *next.WithMode(schema.Evolution(a.config.Evolution))
	change := SchemaChange{Lost: []graph.Term{}}
	// What people and evolution accepted follows from proposals, once the seed is there.
	change.Change = schema.Diff(old, &next)
	if seed != nil {
		change.Change = schema.Diff(old.Seed(), next.Seed())
	}
	if from, to := old.Mode(), next.Mode(); from != to {
		change.Mode = &schema.ModeChange{From: from, To: to}
	}
	used, err := schema.Usage(ctx, a.store)
	if err != nil {
		return change, err
	}
	for _, n := range change.Removed {
		if count := used[n.ID()]; count > 0 {
			change.Lost = append(change.Lost, graph.Term{Part: n.Part, Name: n.Name, Count: count})
		}
	}
	if dry || len(change.Lost) > 0 && !sure {
		return change, nil
	}
	if _, err := a.store.PutSchema(ctx, next.Body()); err != nil {
		return change, err
	}
	e, err := a.follow(ctx)
	change.Done, change.Evolution = err == nil, &e
	return change, err
}
