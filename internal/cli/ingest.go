package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"grove/ingest"
	"grove/ingest/chunk"
	"grove/internal/app"
	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/gist"
	"grove/internal/jobs"
	"grove/internal/llm"
	"grove/internal/load"
	"grove/internal/text"
	"grove/internal/workspace"
)

func (c *command) ingest() *cobra.Command {
	o := jobs.IngestOptions{MaxFile: load.DefaultMaxFile}
	var extract string
	var estimate bool
	cmd := &cobra.Command{
		Use: "ingest PATH...", Short: "Read documents into the graph",
		Long: `Ingest files and folders: text (.txt, .csv, .tsv), Markdown (.md), HTML, and JSON or JSON Lines
with {id, title, text} records. Of a folder, hidden files, unsupported kinds of
files, empty files, JSON files without any record, folders of workspaces, and links that
lead out of the folder (see --follow-links) are skipped and listed with the reason.

Unchanged documents are skipped (see --reread); a file whose text has changed replaces
its document.
A file of a folder that has another name, and whose text a document has whose own file
is gone, is a rename: the document gets the new source without being extracted again.
Other documents whose files are gone stay unless --delete-missing is given. So does
that of a record taken out of a file that is still there: delete it by its source.
Run an interrupted ingest again to continue it. --tag replaces the tags of every
document given, also of unchanged ones; without it each document keeps its tags.

With --gists each document is divided into pages, which end where the model finds a
natural pause, and each page gets a gist (ReadAgent); a changed document gets new ones
for the pages that changed. A page has 280 to 600 words unless MAX/MIN is given
(--gists=3000/500); a character of Chinese counts as a word.

A document is identified by its source: the file name, or FOLDER/path for a file in
a folder; a record adds # and its id. So always give a folder in the same way.

- reads standard input: --source gives its name, whose extension tells the format.`,
		Example: "  grove ingest docs/\n  pandoc report.docx -t plain | grove ingest - --source report.txt\n" +
			"  grove ingest corpus.jsonl --collection wiki --tag year=2026",
		Args: usage(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Paths, o.Input, o.Separate = args, cmd.InOrStdin(), extract == "separate"
			if err := cmp.Or(checkIngest(o, extract), presetAsPath(args), allMissing(args)); err != nil {
				return err
			}
			if o.MaxFile == load.DefaultMaxFile {
				o.MaxFile = 0 // the record of a job has the flags that were given, not the defaults
			}
			if estimate {
				return c.estimated(jobs.EstimateIngest(cmd.Context(), c.Config, o))
			}
			return c.writer(func(ctx context.Context, a *app.App, _ []string) error {
				if o.DeleteMissing && !anyFolder(args) {
					c.notef("note: --delete-missing is ignored: it deletes documents of folders, and none is given\n")
				}
				o.Progress = c.progress().update
				return c.ingested(a.Jobs().Ingest(ctx, o))
			})(cmd, args)
		},
	}
	ingestFlags(cmd.Flags(), &o, &extract)
	cmd.Flags().BoolVar(&estimate, "estimate", false, "dry run: estimate calls, tokens and cost")
	return cmd
}

// ingestFlags adds the flags that say what is ingested and how.
func ingestFlags(f *pflag.FlagSet, o *jobs.IngestOptions, extract *string) {
	f.StringVar(&o.Source, "source", "", "source of a single file (default: its name) or of standard input")
	f.StringVar(&o.Collection, "collection", "", "prefix every source with NAME/")
	f.StringArrayVar(&o.Tags, "tag", nil, "tag the documents with key=value (repeatable)")
	f.StringVar(&o.SchemaFile, "schema", "", "schema of a new workspace: a file, general or novels (default: general)")
	f.BoolVar(&o.Replace, "replace", false, "allow a document to replace one of the same source that came from another file")
	f.BoolVar(&o.Reread, "reread", false, "extract unchanged documents again that another model than --model, "+
		"or other instructions than those of --prompts, extracted")
	f.BoolVar(&o.FollowLinks, "follow-links", false, "follow symbolic links that lead out of the folder")
	f.BoolVar(&o.DeleteMissing, "delete-missing", false,
		"delete the documents of the folders given, and of --collection, whose files are gone (with --estimate: count them)")
	f.Var(size{&o.MaxFile}, "max-file", "largest file, and largest line of JSON Lines, such as 500MB or 1GiB")
	f.IntVar(&o.Window, "extract-window", 0, "most tokens of one extraction call, prompt and reply (0: 8192)")
	f.IntVar(&o.Pack, "pack", 0, "most short chunks per extraction call (0: 8)")
	f.IntVar(&o.ChunkTokens, "chunk-tokens", 0, "most tokens of a chunk, for documents that are new or changed (0: 2000)")
	f.StringVar(extract, "extract", "combined", "combined: one call for facts and triples; separate: one call for each")
	f.StringVar(&o.Gists, "gists", "",
		"divide the documents into pages of MAX/MIN words with gists, or off: none (without it each document keeps what it has)")
	f.Lookup("gists").NoOptDefVal = gist.Presets[0].Name()
	f.IntVar(&o.MaxTotalTokens, "max-total-tokens", 0,
		"stop before model calls use more tokens than this; run again to continue (0: unlimited)")
	f.Float64Var(&o.Budget, "budget", 0, "stop before model calls cost more than this many US dollars, "+
		"by --price-prompt and --price-completion (0: unlimited)")
}

// presetAsPath refuses the preset of --gists as a path of its own, as "--gists 3000/500" gives it.
func presetAsPath(paths []string) error {
	for _, p := range paths {
		if _, err := gist.Parse(p); err == nil && allMissing([]string{p}) != nil {
			return fault.New(fault.Invalid, "ingest", p, "no such file; it looks like the pages of --gists", "write --gists="+p)
		}
	}
	return nil
}

// checkChunk refuses a size of chunks out of its bounds.
func checkChunk(op string, tokens int) error {
	if tokens == 0 || tokens >= chunk.LeastTokens && tokens <= chunk.MostTokens {
		return nil
	}
	return fault.New(fault.Invalid, op, fmt.Sprint(tokens), "not a size of chunks",
		fmt.Sprintf("--chunk-tokens %d to %d", chunk.LeastTokens, chunk.MostTokens))
}

// checkIngest refuses limits out of their bounds and an unknown --extract.
func checkIngest(o jobs.IngestOptions, extract string) error {
	if err := checkChunk("ingest", o.ChunkTokens); err != nil {
		return err
	}
	if o.Gists != "" {
		if _, err := gist.Wanted(o.Gists); err != nil {
			return err
		}
	}
	if extract != "combined" && extract != "separate" {
		return fault.New(fault.Invalid, "ingest", extract, "not a way to extract", "--extract combined or --extract separate")
	}
	return nil
}

// allMissing returns an error if none of the paths exists.
func allMissing(paths []string) error {
	for _, path := range paths {
		if _, err := os.Stat(path); path == load.StandardInput || !errors.Is(err, fs.ErrNotExist) {
			return nil
		}
	}
	return fault.New(fault.NotFound, "ingest", strings.Join(paths, ", "), "no such file or folder", "check the path")
}

// anyFolder reports whether one of the paths is a folder.
func anyFolder(paths []string) bool {
	return slices.ContainsFunc(paths, func(path string) bool {
		info, err := os.Stat(path)
		return err == nil && info.IsDir()
	})
}

// ingested ends an ingest with the report or the error. It is partly done if some items failed,
// if chunks were not extracted, or if a limit stopped it.
func (c *command) ingested(r ingest.Report, err error) error {
	if err != nil {
		return err
	}
	c.show(r, func() { c.showReport(r) })
	d := r.Documents
	if d.Failed == 0 && (r.Quarantined > 0 || r.Stopped != nil) {
		return errPartly
	}
	return outcome(d.Failed, d.Failed+d.Done())
}

func (c *command) showReport(r ingest.Report) {
	d, calls := r.Documents, ""
	if r.Model != llm.OfflineName {
		calls = text.Count(r.Usage.Calls, "call") + ", "
	}
	c.printf("documents: %d new, %d unchanged%s, %d replaced, %s%d failed, %s skipped\n"+
		"written: %s; %s, %s, %s, %s, counted document by document\n"+
		"model: %s, %s%.1f s\n",
		d.New, d.Unchanged, ofUnchanged(d), d.Replaced, renamedAndDeleted(d), d.Failed, text.Count(d.Skipped, "file"),
		text.Count(r.Chunks, "chunk"), text.Count(r.Facts, "fact"), text.Count(r.KeyElements, "key element"),
		text.Count(r.Triples, "triple"), text.Count(r.Attributes, "attribute"), r.Model, calls, float64(r.Ms)/1000)
	if n := r.Replies; n.Repaired+n.Salvaged+n.AskedAgain+n.Split+n.GivenUp > 0 {
		c.printf("replies, by chunk: %d as they were, %d repaired, %d salvaged, %d asked again, %d split, %d given up\n",
			n.AsIs, n.Repaired, n.Salvaged, n.AskedAgain, n.Split, n.GivenUp)
	}
	if n := r.Dropped; n.FactsNotInText+n.EndsNotInText+n.OverLimit > 0 {
		c.printf("dropped: %s whose words are not in the text, %s about names that are not in it, "+
			"%s beyond the limit of their chunk or of a value\n",
			text.Count(n.FactsNotInText, "fact"), text.Count(n.EndsNotInText, "statement"),
			text.Count(n.OverLimit, "item"))
	}
	if g := r.Gists; g != nil && g.Pages > 0 {
		c.printf("gists: %s of %s, %s shortened to %d\n", text.Count(g.Pages, "page"), text.Count(g.Documents, "document"),
			text.Count(g.Words, "word"), g.GistWords)
	}
	if r.Evolution != nil {
		c.printf("%s", evolutionLines(*r.Evolution))
	}
	if r.Quarantined > 0 {
		c.warnf("not extracted (unreadable replies): %s; `grove jobs show %s` has the replies, `grove jobs retry` asks again\n",
			text.Count(r.Quarantined, "chunk"), r.Job)
	}
	if r.Stopped != nil {
		c.warnf("stopped: %s\nhint: %s\n", line(r.Stopped.Message), r.Stopped.Hint)
	}
	c.showCauses(r.Causes)
	c.showOtherModels(d.OtherModel, r.OtherModels, r.Model)
	c.showFiles(r)
	c.showFailed(r.Errors)
}

// showCauses shows why nothing was found: a note, and then the likely causes.
func (c *command) showCauses(list []string) {
	for i, cause := range list {
		form := "  - %s\n"
		switch {
		case i == 0 && len(list) > 1:
			form = "note: %s; likely causes:\n"
		case i == 0:
			form = "note: %s\n"
		}
		c.notef(form, line(cause))
	}
}

// shownFailures is the most failed items, skipped files and files with two sources that
// are listed; --json has more.
const shownFailures = 20

// ofUnchanged counts the unchanged documents that got other tags or were extracted again.
func ofUnchanged(d ingest.DocumentCounts) string {
	var counts []string
	if d.Retagged > 0 {
		counts = append(counts, fmt.Sprintf("%d with new tags", d.Retagged))
	}
	if d.Reread > 0 {
		counts = append(counts, fmt.Sprintf("%d read again", d.Reread))
	}
	if len(counts) == 0 {
		return ""
	}
	return " (" + strings.Join(counts, ", ") + ")"
}

// showOtherModels says that unchanged documents stay as other models extracted them.
func (c *command) showOtherModels(documents int, others []string, model string) {
	if documents > 0 {
		c.notef("note: unchanged and read by %s: %s; --reread reads them again with %s\n",
			line(strings.Join(others, ", ")), text.Count(documents, "document"), line(model))
	}
}

// renamedAndDeleted counts what most runs have none of.
func renamedAndDeleted(d ingest.DocumentCounts) (counts string) {
	if d.Renamed > 0 {
		counts = fmt.Sprintf("%d renamed, ", d.Renamed)
	}
	if d.Deleted > 0 {
		counts += fmt.Sprintf("%d deleted, ", d.Deleted)
	}
	return counts
}

// first shows the first items of a list, and how many of all follow, of which --json names some.
func first[T any](c *command, list []T, all int, what string, named int, show func(T)) {
	for _, item := range list[:min(len(list), shownFailures)] {
		show(item)
	}
	if more := all - shownFailures; more > 0 && len(list) > 0 {
		c.notef("and %d more%s; --json names the first %d\n", more, what, named)
	}
}

// showFiles lists the documents whose files have other names, are gone or were read under other sources too, what of records was not
// read, and the skipped files.
func (c *command) showFiles(r ingest.Report) {
	first(c, r.Renamed, 0, "", 0, func(d ingest.Renamed) { c.notef("renamed: %s is now %s\n", line(d.From), line(d.To)) })
	first(c, r.Deleted, r.Documents.Deleted, " deleted", ingest.MaxRenamed,
		func(source string) { c.notef("deleted, its file is gone: %s\n", line(source)) })
	first(c, r.Elsewhere, len(r.Elsewhere), "", ingest.MaxElsewhere, func(e ingest.Elsewhere) {
		c.notef("note: %s is also in the graph as %s, which was read from the same file\n", line(e.Source), line(e.Other))
	})
	if len(r.Elsewhere) > 0 {
		c.notef("  hint: keep one of the two: `grove documents delete SOURCE` removes the other; " +
			"give the file by the same path each time, or its source with --source\n")
	}
	if len(r.UnreadFields) > 0 {
		c.notef("note: fields of JSON records that were not read: %s\n  hint: what answers need belongs into the text\n",
			lines(r.UnreadFields, ", "))
	}
	first(c, r.SkippedFiles, r.Documents.Skipped, " skipped", ingest.MaxSkipped,
		func(f ingest.SkippedFile) { c.notef("skipped: %s: %s\n", line(f.Item), f.Reason) })
}

// showFailed lists the items that failed.
func (c *command) showFailed(items []ingest.ItemError) {
	for i, e := range items {
		if i == shownFailures {
			c.warnf("and %d more failed; --json lists them all\n", len(items)-i)
			return
		}
		c.warnf("%s %s\n", c.styled(c.err, errorStyle, "failed:"), line(e.Message))
		if e.Hint != "" {
			c.warnf("  hint: %s\n", e.Hint)
		}
	}
}

// estimated ends a dry run with its estimate, partly done if some items cannot be read.
func (c *command) estimated(e ingest.Estimate, err error) error {
	if err != nil {
		return err
	}
	c.show(e, func() { c.showEstimate(e) })
	if hint := workspace.KeyHint(c.Config); hint != "" {
		c.notef("note: %s before the ingest\n", hint)
	}
	if len(e.Errors) > 0 {
		return errPartly
	}
	return nil
}

func (c *command) showEstimate(e ingest.Estimate) {
	d := e.Documents
	c.printf("documents: %d new, %d replaced, %d unchanged%s, %s%d failed, %s skipped\n", d.New, d.Replaced, d.Unchanged,
		ofUnchanged(d), renamedAndDeleted(d), d.Failed, text.Count(d.Skipped, "file"))
	c.printf("chunks: %d, of which %d were asked for before; %s of text to ask for\n", e.Chunks, e.Journalled,
		text.Count(e.Tokens, "token"))
	c.printf("extraction: %s with %s of prompt", text.Count(e.Calls, "call"), text.Count(e.PromptTokens, "token"))
	if e.Model != llm.OfflineName {
		c.printf(" (%d more where the endpoint counts reply schemas), %v of replies\n", e.SchemaTokens, e.CompletionTokens)
		c.printf("communities: %v calls\n", e.Communities.Calls)
		c.printf("time: %.0f to %.0f s of replies at 20 to 100 tokens a second each", e.Seconds.Low, e.Seconds.High)
	}
	c.printf("\n")
	if g := e.Gists; g != nil {
		c.printf("gists: %v pages, %v calls with %v tokens of prompt", g.Pages, g.Calls, g.PromptTokens)
		if e.Model != llm.OfflineName {
			c.printf(", %v of replies", g.CompletionTokens)
		}
		c.printf("\n")
	}
	switch {
	case e.Model == llm.OfflineName:
		c.printf("cost: none, the model is offline\n")
	case workspace.Prices(c.Config).Known():
		c.printf("cost: %.2f to %.2f US dollars%s\n", e.Cost.Low, e.Cost.High, priced(c.Config))
	default:
		c.printf("cost: not known; give --price-prompt and --price-completion, US dollars for a million tokens\n")
	}
	c.showOtherModels(d.OtherModel, e.OtherModels, e.Model)
	c.showFailed(e.Errors)
}

// priced returns whose prices those of an estimate are, if they are not those of the settings.
func priced(c config.Config) string {
	if c.LLM.PricePrompt+c.LLM.PriceCompletion > 0 {
		return ""
	}
	return ", by the model's list prices; --price-prompt and --price-completion set others"
}
