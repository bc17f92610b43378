package cli

import (
	"context"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/text"
)

func (c *command) reembed() *cobra.Command {
	return &cobra.Command{Use: "reembed", Short: "Make the vectors of all chunks anew, by --embedder",
		Long: `Compute the vectors of all chunks with --embedder and drop all others. Run it after
choosing another embedding model, or when another model answers under the same name:
the searches dense and hybrid refuse to mix vectors of two models.

Existing vectors of this model are kept, so an interrupted run continues; until it
ends, searches use the former vectors. Vectors of the built-in embedder are not
stored: with it the workspace has none afterwards.`,
		Example: "  grove reembed --embedder all-minilm-l6-v2 --embed-base-url http://localhost:8080/v1",
		RunE: c.holder(func(ctx context.Context, a *app.App, _ []string) error {
			return result(c, func(r app.Reembedded) {
				if r.Model == "" {
					c.printf("no vectors are kept; %d dropped, %d ms\n", r.Dropped, r.Ms)
					return
				}
				c.printf("%s with vectors of %s (%s): %d made, %d there before; %d others dropped, %d ms\n",
					text.Count(r.Texts, "text"), line(r.Model), text.Count(r.Dim, "number"), r.Made, r.Kept, r.Dropped, r.Ms)
			})(a.Reembed(ctx))
		})}
}
