package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/curate"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/schema"
)

func (c *command) schema() *cobra.Command {
	cmd := &cobra.Command{Use: "schema", Short: "Show, set and evolve the schema that bounds the graph", Args: usage(cobra.NoArgs),
		Long: `A schema names the types of entities, the relations between them and the keys of
attributes. What a text says outside it never becomes a typed triple: the name is
kept aside as a proposal, with the chunks that use it.

With --evolution auto, a proposal is accepted at the end of a job where its
confidence is at least 0.9, at least 3 chunks and, in a workspace of several
documents, at least 2 documents use it; it goes back when that falls. What a
person accepts or rejects stays so. Neither asks a model again: the graph follows
from what was said already.`,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.bare(cmd) }}
	cmd.AddCommand(c.schemaShow(), c.schemaSet(), c.schemaProposals(), c.schemaDecide(curate.Accept, "Accept names into the schema"),
		c.schemaDecide(curate.Reject, "Keep names out of the schema"), c.schemaDecide(curate.Undo, "Take back what was decided on names"),
		c.schemaHistory(), c.schemaReextract())
	return cmd
}

func (c *command) schemaShow() *cobra.Command {
	return &cobra.Command{Use: "show", Short: "Show the schema, who accepted what, and how much the graph uses it", Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.reader(cmd.Context(), func(ctx context.Context, a *app.App) error {
				v, err := a.Browse().Schema(ctx)
				if err != nil {
					return err
				}
				if c.JSON {
					return c.print(v)
				}
				fmt.Fprintf(c.out, "schema %s, version %d, evolution %s, %d open proposals\n", schemaTitle(v.Name), v.Version, v.Evolution, v.Proposals)
				if !v.Settled {
					fmt.Fprintln(c.err, "some of the graph follows an earlier version still: the next ingest goes on with it")
				}
				w := tabwriter.NewWriter(c.out, 0, 4, 2, ' ', 0)
				fmt.Fprintln(w, "PART\tNAME\tUSES\tACCEPTED BY")
				for _, n := range v.Names {
					fmt.Fprintf(w, "%s\t%s\t%d\t%s\n", n.Part, line(n.Name.Name), n.Count, n.By)
				}
				return w.Flush()
			})
		}}
}

func (c *command) schemaSet() *cobra.Command {
	var sure, dry bool
	cmd := &cobra.Command{Use: "set [FILE]", Short: "Put another schema in the place of the seed, or change --evolution", Args: usage(cobra.MaximumNArgs(1)),
		Long: `The file has Grove's form, {"types":[{"name":...}],"relations":[{"name":...,
"domain":[...],"range":[...]}],"attributes":[...]}, or three lists of names,
{"Nodes":[...],"Relations":[...],"Attributes":[...]}; in Grove's form, too, a plain
"name" may stand for {"name":"name"}. "general" and "novels" name the shipped ones. The graph is resolved again without a call: what the new schema
lacks becomes proposals. To ask the model anew under it: grove schema reextract.`,
		Example: "  grove schema set film.json --dry-run\n  grove schema set film.json --yes\n  grove schema set --evolution auto",
		RunE: func(cmd *cobra.Command, args []string) error {
			var seed *schema.Schema
			if len(args) == 0 && c.Evolution == "" {
				return usageError{fault.New(fault.Invalid, "schema set", "", "neither a file nor --evolution", "grove schema set FILE")}
			}
			if len(args) == 1 {
				var err error
				if seed, err = schema.Read(args[0]); err != nil {
					return err
				}
			}
			return c.writer(cmd.Context(), func(ctx context.Context, a *app.App) error {
				change, err := a.Curate().SetSchema(ctx, seed, curate.SetSchemaOptions{Sure: sure, Dry: dry})
				switch {
				case err != nil:
					return err
				case !change.Done && !dry:
					return fault.New(fault.Invalid, "schema set", "", lostNames(change.Lost, maxLost), "add --yes to go on, or --dry-run to see all of it")
				case c.JSON:
					return c.print(change)
				}
				return c.schemaChanged(change)
			})
		}}
	cmd.Flags().BoolVar(&sure, "yes", false, "go on although the graph loses what the new schema lacks")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "only tell what would change")
	return cmd
}

// maxLost is the most names that a refusal lists.
const maxLost = 10

// lostNames lists the most used of the names that a new schema lacks, and counts the rest.
func lostNames(lost []graph.Term, most int) string {
	if len(lost) == 0 {
		return "nothing in the graph is lost"
	}
	lost = slices.Clone(lost)
	slices.SortStableFunc(lost, func(a, b graph.Term) int { return b.Count - a.Count })
	var parts []string
	for _, t := range lost[:min(len(lost), most)] {
		parts = append(parts, fmt.Sprintf("%d of %s %s", t.Count, t.Part, t.Name))
	}
	if len(lost) > most {
		parts = append(parts, fmt.Sprintf("and those of %d more names", len(lost)-most))
	}
	return "these would become proposals: " + strings.Join(parts, ", ")
}

// schemaChanged says what setting a schema did, or would do: all that is lost.
func (c *command) schemaChanged(change curate.SchemaChange) error {
	_, err := fmt.Fprintf(c.out, "%d names come, %d go; %s\n", len(change.Added), len(change.Removed), line(lostNames(change.Lost, len(change.Lost))))
	if m := change.Mode; m != nil {
		fmt.Fprintf(c.out, "evolution: %s -> %s\n", m.From, m.To)
	}
	switch {
	case change.Evolution == nil:
		return err
	case change.Mode != nil && evolutionLines(*change.Evolution) == "":
		return err // the mode is what changes
	}
	return errors.Join(err, c.evolved(*change.Evolution))
}

func (c *command) schemaDecide(v curate.Verdict, short string) *cobra.Command {
	return &cobra.Command{Use: string(v) + " NAME...", Short: short, Args: usage(cobra.MinimumNArgs(1)),
		Long: short + `. A name is that of a proposal, or its id; type:NAME, relation:NAME and
attribute:NAME tell the parts of the schema apart.`,
		Example: "  grove schema " + string(v) + " relation:DIRECTED_BY",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.holder(cmd.Context(), func(ctx context.Context, a *app.App) error {
				j, err := a.Curate().Judge(ctx, v, args)
				if err != nil {
					return err
				}
				if c.JSON {
					return c.print(j)
				}
				return c.judged(j)
			})
		}}
}

func (c *command) schemaHistory() *cobra.Command {
	var limit int
	cmd := &cobra.Command{Use: "history", Short: "List the versions of the schema, the latest first", Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if limit < 1 {
				return fault.New(fault.Invalid, "schema history", "--limit", "less than one version", "give 1 or more")
			}
			return c.reader(cmd.Context(), func(ctx context.Context, a *app.App) error {
				steps, err := a.Browse().SchemaHistory(ctx, limit)
				if err != nil {
					return err
				}
				if c.JSON {
					return c.print(map[string]any{"versions": steps})
				}
				for _, s := range steps {
					fmt.Fprintf(c.out, "%d  %s, evolution %s%s\n", s.Version, schemaTitle(s.Name), s.Evolution, map[bool]string{false: "  (not settled)"}[s.Settled])
					for _, n := range s.Added {
						fmt.Fprintf(c.out, "  + %s %s%s\n", n.Part, line(n.Name), by(n.By))
					}
					for _, n := range s.Removed {
						fmt.Fprintf(c.out, "  - %s %s%s\n", n.Part, line(n.Name), by(n.By))
					}
				}
				return nil
			})
		}}
	cmd.Flags().IntVar(&limit, "limit", 20, "most rows to show")
	return cmd
}

// schemaTitle is the schema's name as people see it.
func schemaTitle(name string) string {
	if name == "" {
		return "(unnamed)"
	}
	return line(name)
}

func by(who schema.By) string {
	if who == "" {
		return ""
	}
	return " (" + string(who) + ")"
}

func (c *command) schemaReextract() *cobra.Command {
	var b llm.Bounds
	cmd := &cobra.Command{Use: "reextract", Short: "Ask the model anew for every chunk, under the schema as it is now", Args: usage(cobra.NoArgs),
		Long: "Ask the model anew for every chunk, under the schema as it is now. Replies in the cache\ncount. Stopped by a bound or a kill, it goes on when it is run again.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if b.MaxTotalTokens < 0 || b.Budget < 0 {
				return fault.New(fault.Invalid, "schema reextract", "", "a negative limit", "0 is no bound")
			}
			return c.holder(cmd.Context(), func(ctx context.Context, a *app.App) error {
				show := c.progress()
				report, err := a.Jobs().Reextract(ctx, b, show.update)
				show.done()
				return c.reported(report, err)
			})
		}}
	cmd.Flags().IntVar(&b.MaxTotalTokens, "max-total-tokens", 0, "stop before model calls use more tokens than this; run again to continue (0: unlimited)")
	cmd.Flags().Float64Var(&b.Budget, "budget", 0, "stop before model calls cost more than this many US dollars (0: unlimited)")
	return cmd
}
