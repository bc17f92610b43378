package cli

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"grove/ingest/identity"
	"grove/internal/app"
	"grove/internal/fault"
)

func (c *command) entitiesDuplicates() *cobra.Command {
	o := app.AskDuplicatesOptions{}
	var ask bool
	cmd := &cobra.Command{Use: "duplicates", Short: "List pairs of names that may be of one thing, or ask the model about them", Args: usage(cobra.NoArgs),
		Long: `List pairs of names that may be of one thing, which the names alone leave open: the
likeliest first, by the sum of LIKENESS, how alike the letters of the two names are, and
SIMILARITY, how alike to the embedder what the graph says of them is. They stay apart until
a person merges them; "entities apart" says that they are not one, and they are not listed
any more.

With --ask the pairs are put to the model, in that order. Those that it takes for one thing are
merged; each merge is listed by "entities decisions" as model_merge, and undone by
"entities undo". A pair that it leaves apart is not asked about again, and without a
model all stay apart. To keep two apart whatever the model says: "entities apart".`,
		Example: "  grove entities duplicates --limit 20\n  grove entities duplicates --ask --max-calls 50 --model NAME",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := atLeastOne("entities duplicates", o.Limit); err != nil {
				return err
			}
			if o.MaxCalls < 0 || o.Budget < 0 {
				return fault.New(fault.Invalid, "entities duplicates", "", "a negative limit", "0 is no bound")
			}
			if ask {
				return c.askDuplicates(cmd.Context(), o)
			}
			return c.reader(cmd.Context(), func(ctx context.Context, a *app.App) error {
				list, err := a.DuplicateEntities(ctx, o.Limit)
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
	f.BoolVar(&ask, "ask", false, "ask the model, and merge those that it takes for one thing")
	f.IntVar(&o.MaxCalls, "max-calls", 0, "with --ask: calls that it may cost (0: no bound)")
	f.Float64Var(&o.Budget, "budget", 0, "with --ask: US dollars that it may cost, by --price-prompt and --price-completion (0: no bound)")
	return cmd
}

func pairRow(d identity.Duplicate) string {
	return fmt.Sprintf("%.3f\t%.3f\t%s\t%s\t%s\t%s\t%s\t%s\t%s", d.Score, d.Similarity, d.Reason, line(d.A.Name), d.A.Type, d.A.Element, line(d.B.Name), d.B.Type, d.B.Element)
}

func (c *command) askDuplicates(ctx context.Context, o app.AskDuplicatesOptions) error {
	return c.holder(ctx, func(ctx context.Context, a *app.App) error {
		steps := c.steps("duplicates")
		o.Progress = steps.step
		asked, err := a.AskDuplicates(ctx, o)
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

func (c *command) showAsked(asked app.AskedDuplicates) error {
	if c.JSON {
		return c.print(asked)
	}
	w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "OPINION\tDECISION\tLIKENESS\tSIMILARITY\tWHY\tNAME\tTYPE\tID\tNAME\tTYPE\tID")
	for _, p := range asked.Pairs {
		fmt.Fprintf(w, "%s\t%s\t%s\n", p.Opinion, p.Decision, pairRow(p.Duplicate))
	}
	if asked.Stopped != "" {
		fmt.Fprintf(c.err, "stopped: %s; the same command goes on\n", line(asked.Stopped))
	}
	fmt.Fprintf(c.err, "%d pairs, %d merged, %d calls (%d from the cache), %d ms\n", len(asked.Pairs), asked.Merged, asked.Usage.Calls, asked.Usage.CachedCalls, asked.Ms)
	return w.Flush()
}
