package cli

import (
	"context"

	"github.com/spf13/cobra"

	"grove/internal/app"
)

func (c *command) entitiesApart() *cobra.Command {
	return &cobra.Command{Use: "apart ENTITY ENTITY", Short: "Keep two names apart for good", Args: usage(cobra.ExactArgs(2)),
		Long: `Keep two names apart, whatever they look like: they are not listed as duplicates any
more, the model is not asked about them, and no rule makes them one. "entities undo"
takes it back, and a later merge by a person overrules it.`,
		Example: "  grove entities apart \"Mary Watson\" \"Mary Morstan\"",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.decide(cmd, "apart", func(ctx context.Context, a *app.App, told func(done, of int)) (app.Decided, error) {
				return a.SetApart(ctx, args[0], args[1], told)
			})
		}}
}
