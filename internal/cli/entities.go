package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"grove/ingest/identity"
	"grove/internal/app"
	"grove/internal/browse"
	"grove/internal/config"
	"grove/internal/curate"
	"grove/internal/graph"
	"grove/internal/text"
)

func (c *command) entities() *cobra.Command {
	return c.group(&cobra.Command{Use: "entities", Short: "Search and show entities, merge and split them",
		Long: `Entities are the people, places, works and so on that documents name. Names that
are forms of one another ("Mr. Sherlock Holmes", "Holmes") are joined after every
ingest and delete, unless --resolve off; what people decide overrules that. Each
decision can be undone, and the graph then is as if it had never been made.

An entity is given by its id, or by a name if only one goes by it.`}, c.entitiesSearch(), c.entitiesShow(), c.entitiesMerge(),
		c.entitiesSplit(), c.entitiesDistinct(), c.entitiesUndo(), c.entitiesDecisions(), c.entitiesDuplicates())
}

func (c *command) entitiesSearch() *cobra.Command {
	var limit int
	cmd := &cobra.Command{Use: "search [TEXT]", Aliases: []string{"list"}, Short: "Find entities by name; without TEXT, list all",
		Long:    "Find entities by name, the best matches first. Without TEXT it lists all, those that most chunks mention first.",
		Args:    usage(cobra.MaximumNArgs(1)),
		Example: "  grove entities search holmes\n  grove entities list --limit 50",
		RunE: c.reader(func(ctx context.Context, a *app.App, args []string) error {
			find := a.Browse().Largest
			if len(args) > 0 {
				find = func(ctx context.Context, limit int) ([]graph.KeyElement, error) {
					return a.Browse().FindEntities(ctx, args[0], limit)
				}
			}
			found, err := find(ctx, limit+1)
			if err != nil {
				return err
			}
			more := len(found) > limit
			found = found[:min(len(found), limit)]
			c.show(map[string]any{"entities": found, "more": more}, func() {
				table(c, entityHeading, found, entityCells)
				c.noteMore(more, limit)
			})
			return nil
		})}
	limitFlag(cmd, &limit, 20, graph.MaxRows, "most rows to show")
	return cmd
}

const entityHeading = "ID\tTYPE\tCHUNKS\tNAME\tALIASES"

// entityCells returns an entity's row of a table.
func entityCells(e graph.KeyElement) []any {
	aliases := slices.DeleteFunc(slices.Clone(e.Aliases), func(s string) bool { return s == e.Name })
	return []any{e.ID, e.Type, e.Support, e.Name, lines(aliases, "; ")}
}

func (c *command) entitiesShow() *cobra.Command {
	var limit int
	cmd := &cobra.Command{Use: "show ENTITY", Short: "Show an entity: names, attributes, relations, evidence, decisions",
		Args:    usage(cobra.ExactArgs(1)),
		Example: "  grove entities show \"Sherlock Holmes\"",
		RunE: c.reader(func(ctx context.Context, a *app.App, args []string) error {
			return result(c, c.showEntity)(a.Browse().Entity(ctx, args[0], limit))
		})}
	limitFlag(cmd, &limit, 50, graph.MaxRows, "how many attributes, relations and pieces of evidence")
	return cmd
}

func (c *command) showEntity(v browse.Entity) {
	c.printf("%s  %s  %s\n", v.ID, line(v.Name), v.Type)
	if v.Description != "" {
		fmt.Fprintln(c.out, line(v.Description))
	}
	c.printf("names: %s\nabout it: %s; mentioned in: %s\n", lines(v.Aliases, "; "), text.Count(v.Facts, "fact"),
		text.Count(v.Mentions, "chunk"))
	if v.Community != nil {
		c.printf("community: %s  %s\n", v.Community.ID, line(v.Community.Title))
	}
	for _, t := range v.Attributes {
		c.printf("  %s: \"%s\" (%d)\n", line(t.Key), line(t.Value), t.Support)
	}
	for _, r := range v.Relations {
		c.printf("  %s %s %s (%d)\n", line(r.HeadName), r.Relation, line(r.TailName), r.Support)
		for _, e := range r.Evidence {
			c.printf("    %s, %d-%d: \"%s\"\n", line(e.Document.Source), e.Start, e.End, line(e.Surface))
		}
	}
	for _, e := range v.Evidence {
		c.printf("  %s %d-%d in %s of %s\n", line(e.Surface), e.Start, e.End, e.In, line(e.Document.Source))
	}
	c.showDecisions(v.Decisions)
}

func (c *command) showDecisions(list []identity.DecisionView) {
	for _, d := range list {
		var names []string
		for i, n := range d.Names {
			if n = line(n); d.Documents[i] != "" {
				n += " in " + string(d.Documents[i])
			}
			names = append(names, n)
		}
		c.printf("%s  %s  %s  %s\n", d.ID, d.At, d.Kind, strings.Join(names, "; "))
	}
}

func (c *command) entitiesMerge() *cobra.Command {
	return &cobra.Command{Use: "merge ENTITY ENTITY...", Short: "Merge entities into one", Args: usage(cobra.MinimumNArgs(2)),
		Long: `Merge entities into one, with all their names. It keeps the smallest of their ids, and
is shown by the name that is most frequent in the texts, which may be a shorter one.`,
		Example: "  grove entities merge \"Sherlock Holmes\" \"the detective\"",
		RunE: c.decide("merge", func(ctx context.Context, by *curate.Curator, args []string) (curate.Decided, error) {
			return by.Merge(ctx, args)
		})}
}

func (c *command) entitiesSplit() *cobra.Command {
	var names []string
	var document string
	cmd := &cobra.Command{Use: "split ENTITY", Short: "Split names off an entity, everywhere or in one document",
		Args: usage(cobra.ExactArgs(1)),
		Long: `Split names off an entity: each becomes an entity of its own, until a person merges
it. With --document only the mentions in that document are split off (without --name,
those by any name of the entity): for two people of one name.`,
		Example: "  grove entities split \"John Watson\" --name Watson\n  grove entities split \"John Smith\" --document docs/golf.txt",
		RunE: c.decide("split", func(ctx context.Context, by *curate.Curator, args []string) (curate.Decided, error) {
			return by.Split(ctx, args[0], names, document)
		})}
	cmd.Flags().StringArrayVar(&names, "name", nil, "one of its aliases (repeatable)")
	cmd.Flags().StringVar(&document, "document", "", "the document that means another one: its id, source or title")
	return cmd
}

func (c *command) entitiesDistinct() *cobra.Command {
	return &cobra.Command{Use: "distinct ENTITY ENTITY", Aliases: []string{"apart"}, Args: usage(cobra.ExactArgs(2)),
		Short: "Keep two entities, or two names of one, distinct",
		Long: `Keep two entities distinct, however similar: they are no longer listed as duplicates,
the model is not asked about them, and no rule merges them. Two names of one entity
are split. "entities undo" undoes it, and a later merge by a person overrules it.`,
		Example: "  grove entities distinct \"Mary Watson\" \"Mary Morstan\"",
		RunE: c.decide("distinct", func(ctx context.Context, by *curate.Curator, args []string) (curate.Decided, error) {
			return by.Distinct(ctx, args[0], args[1])
		})}
}

func (c *command) entitiesUndo() *cobra.Command {
	return &cobra.Command{Use: "undo DECISION", Short: "Undo a decision", Args: usage(cobra.ExactArgs(1)),
		Example: "  grove entities undo ID     # an id of `grove entities decisions`",
		RunE: c.decide("undo", func(ctx context.Context, by *curate.Curator, args []string) (curate.Decided, error) {
			return by.Undo(ctx, graph.ID(args[0]))
		})}
}

// decide returns the action of a command that carries out a decision and shows its changes.
func (c *command) decide(label string, decide func(context.Context, *curate.Curator, []string) (curate.Decided, error)) action {
	return c.holder(func(ctx context.Context, a *app.App, args []string) error {
		by := a.Curate()
		by.Progress = c.steps(label).step
		return result(c, func(d curate.Decided) {
			if c.showDecisions([]identity.DecisionView{d.Decision}); label == "undo" {
				c.printf("this decision no longer holds\n")
			}
			c.notef("rewritten: %s, %d ms\n", text.Count(d.Restated, "chunk"), d.Ms)
			c.showRefresh(d.Report)
			if d.Left > 0 {
				c.notef("without a record of the name that is meant: %s; ingest their documents again\n", text.Count(d.Left, "chunk"))
			}
			table(c, entityHeading, d.Entities, entityCells)
			c.notef("An entity is shown by the name that is most frequent in the texts.\n")
		})(decide(ctx, by, args))
	})
}

func (c *command) entitiesDecisions() *cobra.Command {
	return &cobra.Command{Use: "decisions", Short: "List the decisions of people and of the model about names",
		RunE: c.reader(func(ctx context.Context, a *app.App, _ []string) error {
			return listed(c, "decisions", func(decisions []identity.DecisionView) {
				c.showDecisions(decisions)
				c.noteEmpty(len(decisions))
			})(a.Curate().Decisions(ctx))
		})}
}

func (c *command) entitiesDuplicates() *cobra.Command {
	o := curate.AskOptions{}
	var ask bool
	cmd := &cobra.Command{Use: "duplicates", Short: "List pairs of names that may be one entity, or ask the model about them",
		Long: `List pairs of names that may be one entity, which the names alone leave open. The
likeliest come first, by the sum of SPELLING, the similarity of the letters of the two
names, and CONTEXT, the similarity by the embedder of what the graph has about them.
They stay open until a person merges them or keeps them distinct ("entities distinct").

With --ask the model is asked about the pairs, in that order. It merges those that it
finds to be one entity; "entities decisions" lists each merge as model_merge, and
"entities undo" undoes it. It is not asked again about a pair that it finds distinct.
Without a model all pairs stay open.`,
		Example: "  grove entities duplicates --limit 20\n  grove entities duplicates --ask --max-calls 50 --model NAME",
		RunE: func(cmd *cobra.Command, args []string) error {
			if ask {
				return c.holder(func(ctx context.Context, a *app.App, _ []string) error {
					return c.askDuplicates(ctx, a.Curate(), o)
				})(cmd, args)
			}
			return c.reader(func(ctx context.Context, a *app.App, _ []string) error {
				err := list(c, "duplicates", pairHeading, pairCells)(a.Curate().Duplicates(ctx, o.Limit))
				if err == nil && !c.JSON {
					c.notef("SPELLING: similarity of the letters of the two names; CONTEXT: of what the graph has about them; " +
						"both up to 1.\n" +
						"WHY: what one name lacks or changes of the other. `grove entities merge` or `distinct` decides a pair.\n")
				}
				return err
			})(cmd, args)
		}}
	f := cmd.Flags()
	limitFlag(cmd, &o.Limit, 50, graph.MaxRows, "most rows to show")
	f.BoolVar(&ask, "ask", false, "ask the model, and merge the pairs that it finds to be one entity")
	f.IntVar(&o.MaxCalls, "max-calls", 0, "with --ask: most calls to the model (0: no limit)")
	f.Float64Var(&o.Budget, "budget", 0, "with --ask: most US dollars, by --price-prompt and --price-completion (0: no limit)")
	return cmd
}

const pairHeading = "SPELLING\tCONTEXT\tWHY\tNAME\tTYPE\tID\tNAME\tTYPE\tID"

// pairCells returns a pair's row of a table.
func pairCells(d identity.Duplicate) []any {
	return []any{fmt.Sprintf("%.3f", d.Score), fmt.Sprintf("%.3f", d.Similarity), d.Reason, d.A.Name, d.A.Type, d.A.Element, d.B.Name,
		d.B.Type, d.B.Element}
}

// askDuplicates has the model judge pairs, and shows its opinions.
func (c *command) askDuplicates(ctx context.Context, by *curate.Curator, o curate.AskOptions) error {
	if c.Model == config.Offline {
		c.warnf("the offline model judges no pair: give a language model with --model\n")
	}
	by.Progress = c.steps("duplicates").step
	report, err := by.Ask(ctx, o)
	if err != nil {
		return err
	}
	c.show(report, func() {
		table(c, "OPINION\tDECISION\t"+pairHeading, report.Pairs, func(p curate.AskedPair) []any {
			return append([]any{p.Opinion, p.Decision}, pairCells(p.Duplicate)...)
		})
		if report.Stopped != "" {
			c.warnf("stopped: %s; run the command again to go on\n", line(report.Stopped))
		}
		c.notef("%s, %d merged, %s (%d from the cache), %d ms\n", text.Count(len(report.Pairs), "pair"), report.Merged,
			text.Count(report.Usage.Calls, "call"),
			report.Usage.CachedCalls, report.Ms)
	})
	if report.Stopped != "" {
		return errPartly
	}
	return nil
}
