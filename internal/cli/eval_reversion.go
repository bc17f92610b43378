package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/eval/reversion"
	"grove/internal/evaluate"
	"grove/internal/lists"
	"grove/internal/text"
)

func (c *command) evalReversion() *cobra.Command {
	return c.group(&cobra.Command{
		Use: "reversion", Short: "Measure anonymity reversion: which name stands for which tag",
		Long: `Measure anonymity reversion (Youtu-GraphRAG, appendix B): the people and places of a
book are replaced by tags such as [PERSON#1], and an agent that reads the anonymised
graph is to say which names they stand for.`,
	}, c.evalReversionBuild(), c.evalReversionRun())
}

func (c *command) evalReversionBuild() *cobra.Command {
	var o evaluate.ReversionBuildOptions
	cmd := &cobra.Command{
		Use: "build --book FILE --out DIR", Short: "Make a set from a book",
		Long: `Make a set from a book: find its people and places, replace all their mentions by
tags, and make questions on the anonymised text. Two thirds of the chapters are
anonymised; a third, drawn by --seed, is left named as the reference of closed runs.

DIR gets final_chunk_corpus.json (the anonymised chapters), final_qa_pairs.json,
dictionary.json, reference.jsonl and report.json. The dictionary can be edited: join
entries, add names, list words that only look like a name under "exceptions", and build
again with --dictionary. With a language model (--model), entities are read by it, and
items that it answers without the text are left out and counted.`,
		Example: "  grove eval reversion build --book moby_dick.txt --lang en --out sets/moby",
		RunE: c.writer(func(ctx context.Context, a *app.App, _ []string) error {
			o.Progress, o.Ingested = c.steps("items").step, c.progress().update
			return result(c, c.showReversionSet)(a.Evaluate().ReversionBuild(ctx, o))
		}),
	}
	f := cmd.Flags()
	f.StringVar(&o.Book, "book", "", "plain text of the book")
	f.StringVar(&o.Language, "lang", "", "en or zh (default: detected)")
	f.StringVar(&o.Out, "out", "", "folder of the set")
	f.StringVar(&o.Dictionary, "dictionary", "", "dictionary to use instead of the people and places of the graph")
	f.StringSliceVar(&o.Roles, "roles", nil, "names of roles that count as people, such as captain")
	f.Uint64Var(&o.Seed, "seed", 1, "seed of all draws")
	need(cmd, "book", "out")
	return cmd
}

func (c *command) showReversionSet(r reversion.Report) {
	c.printf("%s anonymised, %d left named; %s, %s\n", text.Count(r.Chunks, "chapter"), r.Reference,
		text.Count(r.Persons, "person"), text.Count(r.Locations, "place"))
	c.printf("reversion: %d simple, %d complex; multiple choice: %d simple, %d complex; %d known without the text\n",
		r.Reversion.Simple, r.Reversion.Complex, r.Choice.Simple, r.Choice.Complex, r.Known)
	types := lists.Map(slices.Sorted(maps.Keys(r.Types)), func(t string) string { return fmt.Sprintf("%s %d", t, r.Types[t]) })
	c.printf("reversion by type: %s; with fewer than %d of a type, the text has no more\n", strings.Join(types, ", "), reversion.MostOf)
	c.printf("names left: %d (words that are exceptions: %d, similar to a name: %d; see report.json)\n", r.Leaks, r.Reviewed,
		len(r.Similar))
	c.printf("written to %s\n", r.Out)
}

func (c *command) evalReversionRun() *cobra.Command {
	var o evaluate.ReversionRunOptions
	var protocol string
	cmd := &cobra.Command{
		Use: "run --set DIR --agents A,B", Short: "Have agents find the names",
		Long: `Have agents find the names that tags of a set stand for. With --protocol open, the
paper's way, the model has to know or infer the names. With --protocol closed it gets
the names of the book in random order and the chapters that were left named, so that
they can be found from what both parts of the text share. The original of the
anonymised part, the dictionary and the gold answers are never read.

Scores are shares of tags with the gold name, and with any name of the entity, by type
and hops, beside three baselines: random names, names by frequency, and the model
without the text. Answers, summary and report are kept as by eval run, the baselines as
further systems, so that eval compare and the explorer have them.`,
		Example: "  grove eval reversion run --set sets/moby --protocol closed --agents graph,tree --limit 50 --json",
		RunE: c.writer(func(ctx context.Context, a *app.App, _ []string) error {
			o.Protocol = reversion.Protocol(protocol)
			o.Progress, o.Ingested = c.steps("answers").step, c.progress().update
			return counted(c, c.showReversion, func(r reversion.Result) (failed, items int) {
				for _, s := range r.Runs {
					failed += s.Failed
				}
				return failed, len(r.Runs) * (r.Items + r.Choices)
			})(a.Evaluate().ReversionRun(ctx, o))
		}),
	}
	f := cmd.Flags()
	f.StringVar(&o.Dataset, "set", "", "folder of the set")
	f.StringVar(&protocol, "protocol", string(reversion.Closed), "open or closed")
	f.IntVar(&o.Limit, "limit", 0, "ask only N items, drawn by the seed of the set (0: all)")
	runFlags(f, &o.RunOptions)
	need(cmd, "set")
	return cmd
}

// leastInterval is the least number of items whose interval is worth showing.
const leastInterval = 5

func (c *command) showReversion(r reversion.Result) {
	c.printf("%s: %d reversion items, %d multiple choices\n", r.Protocol, r.Items, r.Choices)
	c.figures("agent", "exact", "alias", "macro", "95 %", "p over frequency", "choice", "failed")
	for _, s := range append(r.Runs, r.Baselines.Random, r.Baselines.Frequency, r.Baselines.ZeroShot) {
		interval, choice := "-", any("-")
		if r.Items >= leastInterval {
			interval = fmt.Sprintf("%.3f-%.3f", s.Low, s.High)
		}
		if s.Choice != nil {
			choice = *s.Choice
		}
		c.figures(s.Agent, s.Exact, s.Alias, s.Macro, interval, s.AboveFrequency, choice, s.Failed)
	}
	c.printf("report: %s\n", line(r.Report))
	if r.Note != "" {
		c.notef("%s\n", r.Note)
	}
}
