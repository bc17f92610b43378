package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"grove/ingest"
	"grove/ingest/chunk"
	"grove/internal/app"
	"grove/internal/fault"
	"grove/internal/jobs"
	"grove/internal/load"
)

func (c *command) ingest() *cobra.Command {
	o := jobs.IngestOptions{MaxFile: load.DefaultMaxFile}
	var extract string
	var estimate bool
	cmd := &cobra.Command{
		Use: "ingest PATH...", Short: "Read documents into the graph",
		Long: `Ingest files and folders: text (.txt), Markdown (.md), HTML, and JSON or JSON Lines
with {id, title, text} records. Hidden files and unsupported kinds of files in a
folder are skipped and listed with the reason.

Unchanged documents are skipped; a file whose text has changed replaces its document.
Run an interrupted ingest again to continue it. --tag replaces the tags of every
document given, also of unchanged ones; without it each document keeps its tags.

A document is identified by its source: the file name, or FOLDER/path for a file in
a folder; a record adds # and its id. So always give a folder in the same way.

- reads standard input: --source gives its name, whose extension tells the format.`,
		Example: "  grove ingest docs/\n  pandoc report.docx -t plain | grove ingest - --source report.txt\n  grove ingest corpus.jsonl --collection wiki --tag year=2026",
		Args:    usage(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.Window < 0 || o.Pack < 0 || o.MaxTotalTokens < 0 || o.Budget < 0 {
				return fault.New(fault.Invalid, "ingest", "", "a negative limit", "0 is the default")
			}
			if o.ChunkTokens != 0 && (o.ChunkTokens < chunk.LeastTokens || o.ChunkTokens > chunk.MostTokens) {
				return fault.New(fault.Invalid, "ingest", fmt.Sprint(o.ChunkTokens), "not a size of chunks",
					fmt.Sprintf("--chunk-tokens %d to %d", chunk.LeastTokens, chunk.MostTokens))
			}
			switch extract {
			case "combined", "separate":
				o.Separate = extract == "separate"
			default:
				return fault.New(fault.Invalid, "ingest", extract, "not a way to extract", "--extract combined or --extract separate")
			}
			o.Paths, o.Input = args, cmd.InOrStdin()
			if o.MaxFile == load.DefaultMaxFile {
				o.MaxFile = 0 // a job's record has what was asked for, not what is so anyway
			}
			if estimate {
				e, err := jobs.EstimateIngest(cmd.Context(), c.Config, o)
				return c.estimated(e, err)
			}
			return c.writer(cmd.Context(), func(ctx context.Context, a *app.App) error {
				show := c.progress()
				o.Progress = show.update
				report, err := a.Jobs().Ingest(ctx, o)
				show.done()
				return c.reported(report, err)
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Source, "source", "", "source of a single file (default: its name) or of standard input")
	f.StringVar(&o.Collection, "collection", "", "prefix every source with NAME/")
	f.StringArrayVar(&o.Tags, "tag", nil, "tag the documents with key=value (repeatable)")
	f.StringVar(&o.SchemaFile, "schema", "", "schema of a new workspace: a file, general or novels (default: general)")
	f.BoolVar(&o.Replace, "replace", false, "allow a document to replace one of the same source that came from another file")
	f.Var(size{&o.MaxFile}, "max-file", "largest file, and largest line of JSON Lines, such as 500MB or 1GiB")
	f.IntVar(&o.Window, "extract-window", 0, "most tokens of one extraction call, prompt and reply (0: 8192)")
	f.IntVar(&o.Pack, "pack", 0, "most short chunks per extraction call (0: 8)")
	f.IntVar(&o.ChunkTokens, "chunk-tokens", 0, "most tokens of a chunk, for documents that are new or changed (0: 2000)")
	f.StringVar(&extract, "extract", "combined", "combined: one call for facts and triples; separate: one call for each")
	f.IntVar(&o.MaxTotalTokens, "max-total-tokens", 0, "stop before model calls use more tokens than this; run again to continue (0: unlimited)")
	f.Float64Var(&o.Budget, "budget", 0, "stop before model calls cost more than this many US dollars, by --price-prompt and --price-completion (0: unlimited)")
	f.BoolVar(&estimate, "estimate", false, "dry run: estimate calls, tokens and cost")
	return cmd
}

// reported prints what a run did and gives how the command ends.
func (c *command) reported(r ingest.Report, err error) error {
	if err != nil {
		return err
	}
	if err := c.ingested(r); err != nil {
		return err
	}
	return outcome(r)
}

// outcome is how a finished run ends: partly done if some items failed, or if
// chunks are in the graph without what they say.
func outcome(r ingest.Report) error {
	d := r.Documents
	switch {
	case d.Failed == 0 && r.Quarantined == 0 && r.Stopped == nil:
		return nil
	case d.Failed == 0:
		return errPartly
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
	retagged := ""
	if d.Retagged > 0 {
		retagged = fmt.Sprintf(" (%d with new tags)", d.Retagged)
	}
	_, err := fmt.Fprintf(c.out, "documents: %d new, %d unchanged%s, %d replaced, %d failed, %d files skipped\n"+
		"written: %d chunks; %d facts, %d key elements, %d triples, %d attributes, counted document by document\n"+
		"model: %s, %d calls, %.1f s\n",
		d.New, d.Unchanged, retagged, d.Replaced, d.Failed, d.Skipped, r.Chunks, r.Facts, r.KeyElements, r.Triples, r.Attributes,
		r.Model, r.Usage.Calls, float64(r.Ms)/1000)
	if n := r.Replies; err == nil && n.Repaired+n.Salvaged+n.AskedAgain+n.Split+n.GivenUp > 0 {
		_, err = fmt.Fprintf(c.out, "replies, by chunk: %d as they were, %d repaired, %d salvaged, %d asked again, %d split, %d given up\n",
			n.AsIs, n.Repaired, n.Salvaged, n.AskedAgain, n.Split, n.GivenUp)
	}
	if err == nil && r.Evolution != nil {
		_, err = fmt.Fprint(c.out, evolutionLines(*r.Evolution))
	}
	if err == nil && r.Quarantined > 0 {
		_, err = fmt.Fprintf(c.err, "%d chunks are in the graph without what they say: no reply for them could be read; `grove jobs show %s` has the replies, `grove jobs retry` asks again\n", r.Quarantined, r.Job)
	}
	if err == nil && r.Stopped != nil {
		_, err = fmt.Fprintf(c.err, "stopped: %s\nhint: %s\n", line(r.Stopped.Message), r.Stopped.Hint)
	}
	return errors.Join(err, causes(c.err, r.Causes), elsewhere(c.err, r), skippedFiles(c.err, r), failures(c.err, r.Errors))
}

// causes says why nothing was found, and the likely causes where some are known.
func causes(w io.Writer, list []string) error {
	for i, cause := range list {
		form := "  - %s\n"
		switch {
		case i == 0 && len(list) > 1:
			form = "note: %s; likely causes:\n"
		case i == 0:
			form = "note: %s\n"
		}
		if _, err := fmt.Fprintf(w, form, line(cause)); err != nil {
			return err
		}
	}
	return nil
}

// elsewhere names the documents whose files are in the graph under other sources too,
// as many as failures names, and what helps.
func elsewhere(w io.Writer, r ingest.Report) error {
	for i, e := range r.Elsewhere {
		if i == shownFailures {
			fmt.Fprintf(w, "and %d more; --json names the first %d\n", len(r.Elsewhere)-i, ingest.MaxElsewhere)
			break
		}
		if _, err := fmt.Fprintf(w, "note: %s is also in the graph as %s, which was read from the same file\n", line(e.Source), line(e.Other)); err != nil {
			return err
		}
	}
	if len(r.Elsewhere) == 0 {
		return nil
	}
	_, err := fmt.Fprintln(w, "  hint: keep one of the two: `grove documents delete SOURCE` removes the other; give the file by the same path each time, or its source with --source")
	return err
}

// skippedFiles names the files that were passed over, as many as failures names.
func skippedFiles(w io.Writer, r ingest.Report) error {
	for i, f := range r.SkippedFiles {
		if i == shownFailures {
			break
		}
		if _, err := fmt.Fprintf(w, "skipped: %s: %s\n", line(f.Item), f.Reason); err != nil {
			return err
		}
	}
	if more := r.Documents.Skipped - shownFailures; more > 0 && len(r.SkippedFiles) > 0 {
		_, err := fmt.Fprintf(w, "and %d more skipped; --json names the first %d\n", more, ingest.MaxSkipped)
		return err
	}
	return nil
}

// shownFailures is how many failed items, and how many skipped files, are listed;
// --json has more.
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
