package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/config"
)

func (c *command) demo() *cobra.Command {
	s, serve := usualServing(), false
	cmd := &cobra.Command{
		Use: "demo", Short: "Ingest the bundled sample and ask it some questions",
		Long: `Ingest the bundled sample (chapters of Moby-Dick and a few short documents) into
the workspace and ask four questions. The sample does not answer the last one.

With --serve, serve the workspace afterwards: open the printed address in a browser
to use the explorer.`,
		Example: "  grove demo\n  grove demo --workspace demo --json\n  grove demo --serve",
		Args:    usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := c.writer(cmd.Context(), c.showDemo); err != nil || !serve {
				return err
			}
			return c.runService(cmd.Context(), s)
		},
	}
	cmd.Flags().BoolVar(&serve, "serve", false, "serve the workspace and the explorer afterwards")
	cmd.Flags().StringVar(&s.listen, "listen", s.listen, "address to serve on, HOST:PORT")
	return cmd
}

// showDemo ingests the sample and shows the answers.
func (c *command) showDemo(ctx context.Context, a *app.App) error {
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
}

// sameWorkspace are the flags that lead to the workspace of this command.
func (c *command) sameWorkspace() string {
	flags := " --data " + c.Data + " --workspace " + c.Workspace
	if c.Store != config.Embedded {
		flags += " --store " + c.Store + " --neo4j-uri " + c.Neo4jURI
	}
	return flags
}
