package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/fault"
)

func (c *command) export() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use: "export FILE", Short: "Write the whole graph to a file (- is standard output)",
		Long: `Write the canonical export: JSON Lines with every document, chunk, fact, key element,
attribute, triple, keyword, community, proposal and decision, and the schema, with
all evidence, in a fixed order. The same documents give the same bytes from either store.`,
		Example: "  grove export graph.jsonl\n  grove export - --format jsonl | wc -l",
		Args:    usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "jsonl" {
				return fault.New(fault.Invalid, "export", format, "not an export format", "--format jsonl")
			}
			if c.JSON && args[0] == "-" {
				return fault.New(fault.Invalid, "export", "-", "--json and an export share standard output", "name a file")
			}
			write := func(ctx context.Context, a *app.App) error {
				n := 0
				to := func(w io.Writer) (err error) {
					n, err = a.ExportJSONL(ctx, w)
					return err
				}
				if args[0] == "-" {
					return to(c.out)
				}
				if err := writeFile(args[0], to); err != nil {
					return err
				}
				if c.JSON {
					return c.print(map[string]any{"file": args[0], "format": format, "lines": n})
				}
				_, err := fmt.Fprintf(c.out, "%d lines in %s\n", n, args[0])
				return err
			}
			ctx, fresh := cmd.Context(), false
			err := c.reader(ctx, func(ctx context.Context, a *app.App) error {
				stale, err := a.Stale(ctx)
				if fresh = !stale; err != nil || stale {
					return err
				}
				return write(ctx, a)
			})
			if err != nil || fresh {
				return err
			}
			// Communities older than the graph are first made anew, which only the
			// holder of the workspace can do.
			err = c.holder(ctx, func(ctx context.Context, a *app.App) error {
				if err := a.EnsureFresh(ctx); err != nil {
					return err
				}
				return write(ctx, a)
			})
			if fault.Is(err, fault.Held) {
				// The export works beside a holder, who makes them when it is done.
				fmt.Fprintln(c.err, "note: the communities are older than the graph: another process is at work on the workspace")
				return c.reader(ctx, write)
			}
			return err
		},
	}
	cmd.Flags().StringVar(&format, "format", "jsonl", "jsonl: the canonical export")
	return cmd
}
