package curate

import (
	"cmp"
	"context"

	"grove/ingest"
	"grove/ingest/refresh"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/schema"
)

// SchemaChange is a change of the seed or of the mode of evolution.
type SchemaChange struct {
	schema.Change
	// Lost are the removed names in use, with their uses in the graph; they become proposals.
	Lost []graph.Term `json:"lost"`
	// Mode is the change of the mode of evolution, nil for none.
	Mode *schema.ModeChange `json:"mode"`
	// Done is false if the change was only described. It is true once the schema is stored, even
	// if the refresh after it fails.
	Done bool `json:"done"`
	// Evolution is nil if the change was only described.
	Evolution *ingest.Evolution `json:"evolution"`
	refresh.Report
}

// SetSchemaOptions control whether SetSchema makes a change or only describes it.
type SetSchemaOptions struct {
	// Sure makes a change even if names in use are lost; without it such a change is only
	// described.
	Sure bool
	// Dry only describes the change.
	Dry bool
}

// SetSchema replaces the workspace's seed (nil retains it) and, if the settings have one, its
// mode of evolution. It then resolves the graph again, without model calls.
func (c *Curator) SetSchema(ctx context.Context, seed *schema.Schema, o SetSchemaOptions) (SchemaChange, error) {
	return exclusive(ctx, c, func(ctx context.Context) (SchemaChange, error) { return c.setSchema(ctx, seed, o) })
}

func (c *Curator) setSchema(ctx context.Context, seed *schema.Schema, o SetSchemaOptions) (SchemaChange, error) {
	old, _, err := schema.Stored(ctx, c.Workspace.Store)
	switch {
	case fault.Is(err, fault.NotFound):
		old = &schema.Schema{}
	case err != nil:
		return SchemaChange{}, err
	}
	next, change := c.nextSchema(old, seed)
	uses, err := schema.Usage(ctx, c.Workspace.Store)
	if err != nil {
		return change, err
	}
	for _, n := range change.Removed {
		if count := uses[n.ID()]; count > 0 {
			change.Lost = append(change.Lost, graph.Term{Part: n.Part, Name: n.Name, Count: count})
		}
	}
	if o.Dry || len(change.Lost) > 0 && !o.Sure {
		return change, nil
	}
	if _, err := c.Workspace.Store.PutSchema(ctx, next.Body()); err != nil {
		return change, err
	}
	change.Done = true
	change.Report, err = c.refresh(ctx)
	change.Evolution = change.Report.Evolution
	return change, err
}

// nextSchema returns the schema that replaces old, with the change.
func (c *Curator) nextSchema(old, seed *schema.Schema) (*schema.Schema, SchemaChange) {
	next := *old
	if seed != nil {
		next = *seed
		next.Asked = old.Asked
		next.Evolution = cmp.Or(next.Evolution, old.Evolution)
	}
	next = *next.WithMode(schema.Evolution(c.Workspace.Config.Evolution))
	change := SchemaChange{Change: schema.Diff(old, &next), Lost: []graph.Term{}}
	if seed != nil { // accepted names are derived again from the proposals under the new seed
		change.Change = schema.Diff(old.Seed(), next.Seed())
	}
	if from, to := old.Mode(), next.Mode(); from != to {
		change.Mode = &schema.ModeChange{From: from, To: to}
	}
	return &next, change
}
