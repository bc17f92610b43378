package cli

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"grove/ingest/identity"
	"grove/internal/app"
	"grove/internal/curate"
	"grove/internal/fault"
)

func (c *command) entitiesDuplicates() *cobra.Command {
	o := curate.AskOptions{}
	var ask bool
	cmd := &cobra.Command{Use: "duplicates", Short: "List pairs of names that may be one entity, or ask the model about them", Args: usage(cobra.NoArgs),
		Long: `List pairs of names that may be one entity, which the names alone leave open. The
likeliest come first, by the sum of LIKENESS, how alike the letters of the two names
are, and SIMILARITY, how similar the embedder finds what the graph has about them.
They stay open until a person merges them or keeps them distinct ("entities distinct").

With --ask the model is asked about the pairs, in that order. It merges those that it
finds to be one entity; "entities decisions" lists each merge as model_merge, and
"entities undo" undoes it. It is not asked again about a pair that it finds distinct.
Without a model all pairs stay open.`,
		Example: "  grove entities duplicates --limit 20\n  grove entities duplicates --ask --max-calls 50 --model NAME",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := atLeastOne("entities duplicates", o.Limit); err != nil {
				return err
			}
			if o.MaxCalls < 0 || o.Budget < 0 {
				return fault.New(fault.Invalid, "entities duplicates", "", "a negative limit", "0 is no limit")
			}
			if ask {
				return c.askDuplicates(cmd.Context(), o)
			}
			return c.reader(cmd.Context(), func(ctx context.Context, a *app.App) error {
				list, err := a.Curate().Duplicates(ctx, o.Limit)
				if err != nil {
					return err
				}
				if c.JSON {
					return c.print(map[string]any{"duplicates": list})
				}
				w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
				fmt.Fprintln(w, "LIKENESS\tSIMILARITY\tWHY\tNAME\tTYPE\tID\tNAME\tTYPE\tID")
				for _, d := range list {
					fmt.Fprintln(w, pairRow(d))
				}
				c.none(len(list))
				return w.Flush()
			})
		}}
	f := cmd.Flags()
	f.IntVar(&o.Limit, "limit", 50, "most rows to show")
	f.BoolVar(&ask, "ask", false, "ask the model, and merge the pairs that it finds to be one entity")
	f.IntVar(&o.MaxCalls, "max-calls", 0, "with --ask: most calls to the model (0: no limit)")
	f.Float64Var(&o.Budget, "budget", 0, "with --ask: most US dollars, by --price-prompt and --price-completion (0: no limit)")
	return cmd
}

func pairRow(d identity.Duplicate) string {
	return fmt.Sprintf("%.3f\t%.3f\t%s\t%s\t%s\t%s\t%s\t%s\t%s", d.Score, d.Similarity, d.Reason, line(d.A.Name), d.A.Type, d.A.Element, line(d.B.Name), d.B.Type, d.B.Element)
}

func (c *command) askDuplicates(ctx context.Context, o curate.AskOptions) error {
	return c.holder(ctx, func(ctx context.Context, a *app.App) error {
		steps := c.steps("duplicates")
		by := a.Curate()
		by.Progress = steps.step
		asked, err := by.Ask(ctx, o)
		steps.done()
		if err != nil {
			return err
		}
		if err := c.showAsked(asked); err != nil {
			return err
		}
		if asked.Stopped != "" {
			return errPartly
		}
		return nil
	})
}

func (c *command) showAsked(asked curate.Asked) error {
	if c.JSON {
		return c.print(asked)
	}
	w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "OPINION\tDECISION\tLIKENESS\tSIMILARITY\tWHY\tNAME\tTYPE\tID\tNAME\tTYPE\tID")
	for _, p := range asked.Pairs {
		fmt.Fprintf(w, "%s\t%s\t%s\n", p.Opinion, p.Decision, pairRow(p.Duplicate))
	}
	if asked.Stopped != "" {
		fmt.Fprintf(c.err, "stopped: %s; run the command again to go on\n", line(asked.Stopped))
	}
	fmt.Fprintf(c.err, "%d pairs, %d merged, %d calls (%d from the cache), %d ms\n", len(asked.Pairs), asked.Merged, asked.Usage.Calls, asked.Usage.CachedCalls, asked.Ms)
	return w.Flush()
}
