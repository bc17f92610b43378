package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"grove/ingest/identity"
	"grove/internal/app"
	"grove/internal/curate"
	"grove/internal/graph"
)

func (c *command) entitiesMerge() *cobra.Command {
	return &cobra.Command{Use: "merge ENTITY ENTITY...", Short: "Merge entities into one", Args: usage(cobra.MinimumNArgs(2)),
		Long:    "Merge entities into one, with all their names. The one with the smallest id stays.",
		Example: "  grove entities merge \"Sherlock Holmes\" \"the detective\"",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.decide(cmd, "merge", func(ctx context.Context, by *curate.Curator) (curate.Decided, error) { return by.Merge(ctx, args) })
		}}
}

func (c *command) entitiesSplit() *cobra.Command {
	var names []string
	var document string
	cmd := &cobra.Command{Use: "split ENTITY", Short: "Split names off an entity, everywhere or in one document", Args: usage(cobra.ExactArgs(1)),
		Long: `Split names off an entity: each becomes an entity of its own, until a person merges
it. With --document only the mentions in that document are split off (without --name,
those by any name of the entity): for two people of one name.`,
		Example: "  grove entities split \"John Watson\" --name Watson\n  grove entities split \"John Smith\" --document docs/golf.txt",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.decide(cmd, "split", func(ctx context.Context, by *curate.Curator) (curate.Decided, error) {
				return by.Split(ctx, args[0], names, document)
			})
		}}
	cmd.Flags().StringArrayVar(&names, "name", nil, "one of its aliases (repeatable)")
	cmd.Flags().StringVar(&document, "document", "", "the document that means another one: its id, source or title")
	return cmd
}

func (c *command) entitiesDistinct() *cobra.Command {
	return &cobra.Command{Use: "distinct ENTITY ENTITY", Aliases: []string{"apart"}, Args: usage(cobra.ExactArgs(2)),
		Short: "Keep two entities, or two names of one, distinct",
		Long: `Keep two entities distinct, however similar: they are no longer listed as duplicates,
the model is not asked about them, and no rule merges them. Two names of one entity
are split. "entities undo" undoes it, and a later merge by a person overrules it.`,
		Example: "  grove entities distinct \"Mary Watson\" \"Mary Morstan\"",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.decide(cmd, "distinct", func(ctx context.Context, by *curate.Curator) (curate.Decided, error) {
				return by.Distinct(ctx, args[0], args[1])
			})
		}}
}

func (c *command) entitiesUndo() *cobra.Command {
	return &cobra.Command{Use: "undo DECISION", Short: "Undo a decision", Args: usage(cobra.ExactArgs(1)),
		Example: "  grove entities undo ID     # an id of `grove entities decisions`",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.decide(cmd, "undo", func(ctx context.Context, by *curate.Curator) (curate.Decided, error) {
				return by.Undo(ctx, graph.ID(args[0]))
			})
		}}
}

// decide carries out a decision and shows what changed.
func (c *command) decide(cmd *cobra.Command, what string, work func(context.Context, *curate.Curator) (curate.Decided, error)) error {
	return c.holder(cmd.Context(), func(ctx context.Context, a *app.App) error {
		steps, by := c.steps(what), a.Curate()
		by.Progress = steps.step
		d, err := work(ctx, by)
		steps.done()
		if err != nil {
			return err
		}
		if c.JSON {
			return c.print(d)
		}
		c.showDecisions([]identity.DecisionView{d.Decision})
		fmt.Fprintf(c.err, "%d chunks were rewritten, %d ms\n", d.Restated, d.Ms)
		c.regrown(d.Report)
		if d.Left > 0 {
			fmt.Fprintf(c.err, "%d chunks do not tell which name they mean: ingest their documents again\n", d.Left)
		}
		return c.entityTable(d.Entities)
	})
}

func (c *command) entitiesDecisions() *cobra.Command {
	return &cobra.Command{Use: "decisions", Short: "List the decisions of people and of the model about names", Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.reader(cmd.Context(), func(ctx context.Context, a *app.App) error {
				list, err := a.Curate().Decisions(ctx)
				if err != nil {
					return err
				}
				if c.JSON {
					return c.print(map[string]any{"decisions": list})
				}
				c.showDecisions(list)
				c.none(len(list))
				return nil
			})
		}}
}
