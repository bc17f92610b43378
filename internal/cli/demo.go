package cli

import (
	"context"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/config"
)

// demoWorkspace is the workspace of the sample where --workspace names none.
const demoWorkspace = "demo"

func (c *command) demo() *cobra.Command {
	s, serve := usualServing(), false
	cmd := &cobra.Command{
		Use: "demo", Short: "Ingest the bundled sample and ask it some questions",
		Long: `Ingest the bundled sample (chapters of Moby-Dick and a few short documents) into
the workspace "demo", or the one that --workspace names, and ask four questions. The
sample does not answer the last one.

With --serve, serve the workspace afterwards: open the printed address in a browser
to use the explorer.`,
		Example: "  grove demo\n  grove demo --workspace trial --json\n  grove demo --serve",
		RunE: func(cmd *cobra.Command, args []string) error {
			if c.sources["workspace"] != config.FromFlag {
				c.Workspace = demoWorkspace // the user's own documents are in the usual one
			}
			err := c.writer(func(ctx context.Context, a *app.App, _ []string) error {
				return result(c, c.showDemo)(a.Demo(ctx, c.progress().update))
			})(cmd, args)
			if err != nil || !serve {
				return err
			}
			s.open = c.Workspace
			return c.runService(cmd.Context(), s)
		},
	}
	cmd.Flags().BoolVar(&serve, "serve", false, "serve the workspace and the explorer afterwards")
	cmd.Flags().StringVar(&s.listen, "listen", s.listen, "address to serve on, HOST:PORT")
	return cmd
}

func (c *command) showDemo(demo app.DemoResult) {
	c.printf("The sample is in the workspace %q:\n", c.Workspace)
	c.showCounts(demo.Counts)
	for _, answer := range demo.Answers {
		shown := printable(answer.Answer)
		if answer.Abstained {
			shown = askEnglish.abstention(answer.Answer)
		}
		c.printf("\nQ: %s\nA: %s\n", answer.Question, shown)
		c.showCitations(answer.Citations, askEnglish)
	}
	c.printf("\n%.1f s, without a language model. Ask your own: grove ask \"...\"%s\n", float64(demo.Ms)/1000, c.sameWorkspace())
}

// sameWorkspace returns the flags that select the workspace of this command.
func (c *command) sameWorkspace() string {
	flags := " --data " + c.Data + " --workspace " + c.Workspace
	if c.Store != config.Embedded {
		flags += " --store " + c.Store + " --neo4j-uri " + c.Neo4jURI.String()
	}
	return flags
}
