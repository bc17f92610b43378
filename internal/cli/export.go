package cli

import (
	"context"
	"io"
	"time"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/exchange"
	"grove/internal/fault"
	"grove/internal/jobs"
	"grove/internal/text"
)

func (c *command) export() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use: "export FILE", Short: "Write the whole graph to a file (- is standard output)",
		Long: `Write the canonical export: JSON Lines with every document, chunk, episode, fact, key element,
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
			write := func(ctx context.Context, a *app.App, _ []string) error {
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
				c.show(map[string]any{"file": args[0], "format": format, "lines": n},
					func() { c.printf("%s in %s\n", text.Count(n, "line"), args[0]) })
				return nil
			}
			fresh := false
			err := c.reader(func(ctx context.Context, a *app.App, _ []string) error {
				stale, err := a.Stale(ctx)
				if fresh = !stale; err != nil || stale {
					return err
				}
				return write(ctx, a, args)
			})(cmd, args)
			if err != nil || fresh {
				return err
			}
			// Communities older than the graph are first refreshed, which only the
			// holder of the workspace can do. Another one is not waited for: it refreshes them.
			c.Wait = 0
			err = c.holder(func(ctx context.Context, a *app.App, _ []string) error {
				if err := a.EnsureFresh(ctx); err != nil {
					return err
				}
				return write(ctx, a, args)
			})(cmd, args)
			if fault.Is(err, fault.Held) {
				// The process that holds the workspace refreshes them when it is done.
				c.notef("note: the communities are older than the graph: another process is at work on the workspace\n")
				return c.reader(write)(cmd, args)
			}
			return err
		},
	}
	cmd.Flags().StringVar(&format, "format", "jsonl", "jsonl: the canonical export")
	return cmd
}

func (c *command) importFile() *cobra.Command {
	return &cobra.Command{
		Use: "import FILE", Short: "Read a canonical export into a workspace without documents (- is standard input)",
		Long: `Read a file of "grove export --format jsonl", made from either store, into a workspace of
either store. The workspace must be new, or hold neither documents nor human decisions;
its schema is replaced. The whole file is checked first: a damaged one is refused with
the line number and nothing is written. Run an interrupted import again to continue it.
Exporting again gives the same bytes.

No model is called: the file contains the evidence. A document ingested later under
the same source is unchanged if its text is the same, and replaces the imported one
otherwise.`,
		Example: "  grove import graph.jsonl --workspace copy\n  gunzip -c graph.jsonl.gz | grove import - --workspace copy",
		Args:    usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			from, err := c.input(args[0])
			if err != nil {
				return err
			}
			defer from.Close() // It was only read.
			return c.writer(func(ctx context.Context, a *app.App, _ []string) error {
				return result(c, func(r jobs.ImportResult) {
					if r.Resumed {
						c.notef("note: some documents were there from an import of the same file\n")
					}
					c.printf("%s, %s, %s, %s, %s, %s in %.1f s\n",
						text.Count(r.Documents, "document"), text.Count(r.Chunks, "chunk"), text.Count(r.Facts, "fact"),
						text.Count(r.KeyElements, "key element"), text.Count(r.Triples, "triple"), text.Count(r.Attributes, "attribute"),
						float64(r.Ms)/1000)
				})(a.Jobs().Import(ctx, from, c.importing()))
			})(cmd, args)
		},
	}
}

// importing returns a function that shows the progress of an import on standard error, a
// line now and then.
func (c *command) importing() func(exchange.ImportProgress) {
	shown := &progress{last: time.Now()}
	return func(p exchange.ImportProgress) {
		switch {
		case !shown.due(lineEvery):
		case p.Documents == 0:
			c.notef("import: %s checked\n", text.Count(p.Lines, "line"))
		default:
			c.notef("import: %d of %s written\n", p.Documents, text.Count(p.Of, "document"))
		}
	}
}
