package curate

import (
	"context"

	"grove/ingest"
	"grove/ingest/refresh"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/schema"
)

// SchemaChange is what another seed or mode of evolution changes, or would change.
type SchemaChange struct {
	schema.Change
	// Lost are the uses in the graph of the names that are removed: they become proposals.
	Lost []graph.Term `json:"lost"`
	// Mode is the change of the mode of evolution, nil where it stays.
	Mode *schema.ModeChange `json:"mode"`
	// Done is false where nothing was changed.
	Done bool `json:"done"`
	// Evolution is nil where nothing was changed.
	Evolution *ingest.Evolution `json:"evolution"`
	refresh.Report
}

// SetSchemaOptions say whether a new schema is put in force.
type SetSchemaOptions struct {
	// Sure puts it in force even where documents lose something; without it such a
	// change is only described.
	Sure bool
	// Dry only describes the change.
	Dry bool
}

// SetSchema replaces the workspace's seed (nil keeps it) and, where the settings
// name one, its mode of evolution, and resolves the graph again without a call.
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
	change.Report, err = c.refresh(ctx)
	change.Done, change.Evolution = err == nil, change.Report.Evolution
	return change, err
}

// nextSchema is the schema that follows old with another seed, and how they differ.
func (c *Curator) nextSchema(old, seed *schema.Schema) (*schema.Schema, SchemaChange) {
	next := *old
	if seed != nil {
		next = *seed
		next.Asked = old.Asked
		if next.Evolution == "" {
			next.Evolution = old.Evolution
		}
	}
	next = *next.WithMode(schema.Evolution(c.Workspace.Config.Evolution))
	change := SchemaChange{Change: schema.Diff(old, &next), Lost: []graph.Term{}}
	if seed != nil { // what people and evolution accepted follows from proposals, once the seed is there
		change.Change = schema.Diff(old.Seed(), next.Seed())
	}
	if from, to := old.Mode(), next.Mode(); from != to {
		change.Mode = &schema.ModeChange{From: from, To: to}
	}
	return &next, change
}
