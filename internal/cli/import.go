package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/exchange"
	"grove/internal/fault"
)

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
			return c.writer(cmd.Context(), func(ctx context.Context, a *app.App) error {
				result, err := a.Jobs().Import(ctx, from, c.importing())
				if err != nil {
					return err
				}
				if c.JSON {
					return c.print(result)
				}
				if result.Resumed {
					fmt.Fprintln(c.err, "note: some documents were there from an import of the same file")
				}
				_, err = fmt.Fprintf(c.out, "%d documents, %d chunks, %d facts, %d key elements, %d triples, %d attributes in %.1f s\n",
					result.Documents, result.Chunks, result.Facts, result.KeyElements, result.Triples, result.Attributes, float64(result.Ms)/1000)
				return err
			})
		},
	}
}

// input opens a file to read, or standard input for "-".
func (c *command) input(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(os.Stdin), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, &fault.Error{Kind: fault.Unreadable, Op: "cli.input", Item: name, Err: err, Hint: "name a file that can be read"}
	}
	return f, nil
}

// importing shows how far an import is, a line now and then, on standard error.
func (c *command) importing() func(exchange.ImportProgress) {
	last := time.Now()
	return func(p exchange.ImportProgress) {
		if c.Quiet || time.Since(last) < lineEvery {
			return
		}
		last = time.Now()
		if p.Documents == 0 {
			fmt.Fprintf(c.err, "import: %d lines checked\n", p.Lines)
			return
		}
		fmt.Fprintf(c.err, "import: %d of %d documents written\n", p.Documents, p.Of)
	}
}
