package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"grove/ingest"
	"grove/internal/app"
	"grove/internal/fault"
)

func (c *command) ingest() *cobra.Command {
	var o app.IngestOptions
	cmd := &cobra.Command{
		Use: "ingest PATH...", Short: "Read documents into the graph",
		Long: `Read files, and all files below folders, into the graph. Text (.txt), Markdown
(.md), and JSON or JSON lines with {id, title, text} records are read.

Documents that are there with the same text are passed over; a file whose text
has changed replaces its document. An interrupted run goes on where it stopped.

A document is known by its source: the file's name, or FOLDER/path for a file of
a folder; a record adds # and its id. So give a folder always in the same way.`,
		Example: "  grove ingest docs/\n  grove ingest corpus.jsonl --collection wiki --tag year=2026",
		Args:    usage(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.Concurrency < 0 || o.Window < 0 {
				return fault.New(fault.Invalid, "ingest", "", "a negative limit", "0 is the default")
			}
			o.Paths = args
			return c.writer(cmd.Context(), func(ctx context.Context, a *app.App) error {
				show := c.progress()
				o.Progress = show.update
				report, err := a.Ingest(ctx, o)
				show.done()
				if err != nil {
					return err
				}
				if err := c.ingested(report); err != nil {
					return err
				}
				return outcome(report)
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Source, "source", "", "the document's source, for a single file (default: its path)")
	f.StringVar(&o.Collection, "collection", "", "put NAME/ before every source")
	f.StringArrayVar(&o.Tags, "tag", nil, "tag the documents with key=value (may be given again)")
	f.StringVar(&o.SchemaFile, "schema", "", "schema file for a new workspace (default: the general schema)")
	f.BoolVar(&o.Replace, "replace", false, "let a document take the place of one with the same source from elsewhere")
	f.IntVar(&o.Window, "extract-window", 0, "tokens that one extraction call may have (0: 8192)")
	f.IntVar(&o.Concurrency, "concurrency", 0, "extraction calls at a time (0: 8)")
	return cmd
}

// outcome is how a finished run ends: partly done if some items failed.
func outcome(r ingest.Report) error {
	d := r.Documents
	switch {
	case d.Failed == 0:
		return nil
	case d.New+d.Unchanged+d.Replaced == 0:
		return errAllFailed
	}
	return errPartly
}

func (c *command) ingested(r ingest.Report) error {
	if c.JSON {
		return c.print(r)
	}
	d := r.Documents
	_, err := fmt.Fprintf(c.out, "documents: %d new, %d unchanged, %d replaced, %d failed, %d files skipped\n"+
		"written: %d chunks, %d facts, %d key elements, %d triples, %d attributes\n"+
		"model: %s, %d calls, %.1f s\n",
		d.New, d.Unchanged, d.Replaced, d.Failed, d.Skipped, r.Chunks, r.Facts, r.KeyElements, r.Triples, r.Attributes,
		r.Model, r.Usage.Calls, float64(r.Ms)/1000)
	return errors.Join(err, failures(c.err, r.Errors))
}

// shownFailures is how many failed items are listed; --json has them all.
const shownFailures = 20

func failures(w io.Writer, list []ingest.ItemError) error {
	for i, e := range list {
		if i == shownFailures {
			_, err := fmt.Fprintf(w, "and %d more failed; --json lists them all\n", len(list)-i)
			return err
		}
		if _, err := fmt.Fprintf(w, "failed: %s\n", line(e.Message)); err != nil {
			return err
		}
		if e.Hint != "" {
			fmt.Fprintf(w, "  hint: %s\n", e.Hint)
		}
	}
	return nil
}
