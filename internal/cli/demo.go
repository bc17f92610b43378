package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/config"
)

func (c *command) demo() *cobra.Command {
	return &cobra.Command{
		Use: "demo", Short: "Ingest the bundled sample and ask it some questions",
		Long: `Ingest the bundled sample (chapters of Moby-Dick and a few short documents) into
the workspace, and ask it questions. One of them the sample cannot answer.`,
		Example: "  grove demo\n  grove demo --workspace demo --json",
		Args:    usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.writer(cmd.Context(), func(ctx context.Context, a *app.App) error {
				show := c.progress()
				result, err := a.Demo(ctx, show.update)
				show.done()
				if err != nil {
					return err
				}
				if c.JSON {
					return c.print(result)
				}
				fmt.Fprintf(c.out, "The sample is in the workspace %q:\n", c.Workspace)
				if err := c.counts(result.Counts); err != nil {
					return err
				}
				for _, answer := range result.Answers {
					fmt.Fprintf(c.out, "\nQ: %s\n", answer.Question)
					if answer.Abstained {
						fmt.Fprintf(c.out, "A: no answer: %s\n", printable(answer.Answer))
					} else {
						fmt.Fprintf(c.out, "A: %s\n", printable(answer.Answer))
					}
					c.citations(answer.Citations)
				}
				_, err = fmt.Fprintf(c.out, "\n%.1f s, without a language model. Ask your own: grove ask \"...\"%s\n", float64(result.Ms)/1000, c.sameWorkspace())
				return err
			})
		},
	}
}

// sameWorkspace are the flags that lead to the workspace of this command.
func (c *command) sameWorkspace() string {
	flags := " --data " + c.Data + " --workspace " + c.Workspace
	if c.Store != config.Embedded {
		flags += " --store " + c.Store + " --neo4j-uri " + c.Neo4jURI
	}
	return flags
}
