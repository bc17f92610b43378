package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"grove/ingest/identity"
	"grove/internal/app"
)

func (c *command) entitiesMerge() *cobra.Command {
	return &cobra.Command{Use: "merge ENTITY ENTITY...", Short: "Make entities one", Args: usage(cobra.MinimumNArgs(2)),
		Long:    "Make entities one, with all names that they go by now. The one with the smallest id stays.",
		Example: "  grove entities merge \"Sherlock Holmes\" \"the detective\"",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.decide(cmd, "merge", func(ctx context.Context, a *app.App, told func(done, of int)) (app.Decided, error) {
				return a.MergeEntities(ctx, args, told)
			})
		}}
}

func (c *command) entitiesSplit() *cobra.Command {
	var names []string
	var document string
	cmd := &cobra.Command{Use: "split ENTITY", Short: "Take names out of an entity, or what one document means by them", Args: usage(cobra.ExactArgs(1)),
		Long: `Take names out of an entity: each is an entity of its own then, until a person
merges it. With --document, what that one document means by the names (without
--name, by all names of the entity) becomes an entity of its own: for two people
of one name.`,
		Example: "  grove entities split \"John Watson\" --name Watson\n  grove entities split \"John Smith\" --document docs/golf.txt",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.decide(cmd, "split", func(ctx context.Context, a *app.App, told func(done, of int)) (app.Decided, error) {
				return a.SplitEntity(ctx, args[0], names, document, told)
			})
		}}
	cmd.Flags().StringArrayVar(&names, "name", nil, "one of its aliases (may be given again)")
	cmd.Flags().StringVar(&document, "document", "", "the document that means another one: its id, source or title")
	return cmd
}

func (c *command) entitiesUndo() *cobra.Command {
	return &cobra.Command{Use: "undo DECISION", Short: "Take a decision back", Args: usage(cobra.ExactArgs(1)),
		Example: "  grove entities undo ID     # an id of `grove entities decisions`",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.decide(cmd, "undo", func(ctx context.Context, a *app.App, told func(done, of int)) (app.Decided, error) {
				return a.UndoDecision(ctx, args[0], told)
			})
		}}
}

// decide carries out a decision and shows what came of it.
func (c *command) decide(cmd *cobra.Command, what string, work func(context.Context, *app.App, func(done, of int)) (app.Decided, error)) error {
	return c.holder(cmd.Context(), func(ctx context.Context, a *app.App) error {
		steps := c.steps(what)
		d, err := work(ctx, a, steps.step)
		steps.done()
		if err != nil {
			return err
		}
		if c.JSON {
			return c.print(d)
		}
		c.showDecisions([]identity.DecisionView{d.Decision})
		fmt.Fprintf(c.err, "%d chunks were written again, %d ms\n", d.Restated, d.Ms)
		c.regrown(d.Regrown)
		if d.Left > 0 {
			fmt.Fprintf(c.err, "%d chunks do not tell which name they mean: ingest their documents again\n", d.Left)
		}
		return c.entityTable(d.Entities)
	})
}

func (c *command) entitiesDecisions() *cobra.Command {
	return &cobra.Command{Use: "decisions", Short: "List what people, or a model that was asked, decided about names", Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.reader(cmd.Context(), func(ctx context.Context, a *app.App) error {
				list, err := a.EntityDecisions(ctx)
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
