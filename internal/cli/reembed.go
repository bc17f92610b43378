package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"grove/internal/app"
)

func (c *command) reembed() *cobra.Command {
	return &cobra.Command{Use: "reembed", Short: "Make the vectors of all chunks anew, by --embedder", Args: usage(cobra.NoArgs),
		Long: `Make the vectors of all chunks those of --embedder, and drop all others: after
another model was chosen, or another one answers under the same name. The
searches dense and hybrid refuse vectors of two models.

Vectors of this model that are there already stay, so that a run that was broken
off goes on where it was; until it ends, the former vectors serve. The built-in
embedder's are not kept: with it the workspace has none afterwards.`,
		Example: "  grove reembed --embedder all-minilm-l6-v2 --embed-base-url http://localhost:8080/v1",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.holder(cmd.Context(), func(ctx context.Context, a *app.App) error {
				done, err := a.Reembed(ctx)
				if err != nil {
					return err
				}
				if c.JSON {
					return c.print(done)
				}
				if done.Model == "" {
					_, err = fmt.Fprintf(c.out, "no vectors are kept; %d dropped, %d ms\n", done.Dropped, done.Ms)
					return err
				}
				_, err = fmt.Fprintf(c.out, "%d texts have vectors of %s (%d numbers): %d made, %d there before; %d others dropped, %d ms\n",
					done.Texts, line(done.Model), done.Dim, done.Made, done.Kept, done.Dropped, done.Ms)
				return err
			})
		}}
}
