package cli

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/fault"
)

func (c *command) export() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use: "export FILE", Short: "Write the whole graph to a file (- is standard output)",
		Long: `Write the canonical export: one JSON object a line for each document, chunk,
fact, key element, attribute, triple and the schema, with all evidence, in a
fixed order. The same documents give the same bytes from either store.`,
		Example: "  grove export graph.jsonl\n  grove export - --format jsonl | wc -l",
		Args:    usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "jsonl" {
				return fault.New(fault.Invalid, "export", format, "not an export format", "--format jsonl")
			}
			if c.JSON && args[0] == "-" {
				return fault.New(fault.Invalid, "export", "-", "--json and an export share standard output", "name a file")
			}
			return c.reader(cmd.Context(), func(ctx context.Context, a *app.App) error {
				n, err := c.exportTo(ctx, a, args[0])
				if err != nil || args[0] == "-" {
					return err
				}
				if c.JSON {
					return c.print(map[string]any{"file": args[0], "format": format, "lines": n})
				}
				_, err = fmt.Fprintf(c.out, "%d lines in %s\n", n, args[0])
				return err
			})
		},
	}
	cmd.Flags().StringVar(&format, "format", "jsonl", "jsonl: the canonical export")
	return cmd
}

// exportTo writes beside the file and renames, so that a failed export leaves
// no half file under its name.
func (c *command) exportTo(ctx context.Context, a *app.App, name string) (n int, err error) {
	if name == "-" {
		return a.ExportJSONL(ctx, c.out)
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".grove-export-*")
	if err != nil {
		return 0, &fault.Error{Kind: fault.Invalid, Op: "export", Item: name, Err: err, Hint: "name a file in a folder that can be written"}
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	// Temporary files are private; an export is an ordinary file.
	readable := func() error { return f.Chmod(0o644) }
	w := bufio.NewWriter(f)
	n, err = a.ExportJSONL(ctx, w)
	for _, step := range []func() error{w.Flush, readable, f.Sync, f.Close} {
		if stepErr := step(); err == nil {
			err = stepErr
		}
	}
	if err != nil {
		return n, fault.Wrap(err, "export", name)
	}
	return n, fault.Wrap(os.Rename(f.Name(), name), "export", name)
}
