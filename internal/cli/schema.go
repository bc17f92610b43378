package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"grove/ingest"
	"grove/internal/app"
	"grove/internal/browse"
	"grove/internal/curate"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/text"
	"grove/schema"
)

func (c *command) schema() *cobra.Command {
	return c.group(&cobra.Command{Use: "schema", Short: "Show, set and evolve the schema that bounds the graph",
		Long: `A schema names the types of entities, the relations between them and the keys of
attributes. What a text says outside it never becomes a typed triple: the name is
kept aside as a proposal, with the chunks that use it.

With --evolution auto, a proposal is accepted at the end of a job where its
confidence is at least 0.9, at least 3 chunks and, in a workspace of several
documents, at least 2 documents use it; it goes back when that falls. What a
person accepts or rejects stays so. Neither asks a model again: the graph follows
from what was said already.`}, c.schemaShow(), c.schemaSet(), c.schemaProposals(),
		c.schemaDecide(curate.Accept, "Accept names into the schema"), c.schemaDecide(curate.Reject, "Keep names out of the schema"),
		c.schemaDecide(curate.Undo, "Take back what was decided on names"), c.schemaHistory(), c.schemaReextract())
}

func (c *command) schemaShow() *cobra.Command {
	return &cobra.Command{Use: "show", Short: "Show the schema, who accepted what, and how much the graph uses it",
		RunE: c.reader(func(ctx context.Context, a *app.App, _ []string) error {
			return result(c, func(v browse.Schema) {
				c.printf("schema %s, version %d, evolution %s, %d open proposals\n", schemaTitle(v.Name), v.Version, v.Evolution,
					v.Proposals)
				if !v.Settled {
					c.notef("some of the graph follows an earlier version still: the next ingest goes on with it\n")
				}
				table(c, "PART\tNAME\tUSES\tACCEPTED BY", v.Names, func(n browse.NameUsage) []any {
					return []any{n.Part, n.Name.Name, n.Count, n.By}
				})
			})(a.Browse().Schema(ctx))
		})}
}

func (c *command) schemaSet() *cobra.Command {
	var sure, dry bool
	cmd := &cobra.Command{Use: "set [FILE]", Short: "Put another schema in the place of the seed, or change --evolution",
		Args: usage(cobra.MaximumNArgs(1)),
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
			return c.writer(func(ctx context.Context, a *app.App, _ []string) error {
				change, err := a.Curate().SetSchema(ctx, seed, curate.SetSchemaOptions{Sure: sure, Dry: dry})
				if err == nil && !change.Done && !dry {
					err = fault.New(fault.Invalid, "schema set", "", lostNames(change.Lost, maxLost),
						"add --yes to go on, or --dry-run to see all of it")
				}
				return result(c, c.showChange)(change, err)
			})(cmd, args)
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
	parts := lists.Map(lost[:min(len(lost), most)],
		func(t graph.Term) string { return fmt.Sprintf("%d of %s %s", t.Count, t.Part, t.Name) })
	if len(lost) > most {
		parts = append(parts, fmt.Sprintf("and those of %s", text.Count(len(lost)-most, "more name")))
	}
	return "these would become proposals: " + strings.Join(parts, ", ")
}

// showChange shows what setting a schema changed, or would change: all names that are lost.
func (c *command) showChange(change curate.SchemaChange) {
	c.printf("names: %d added, %d removed; %s\n", len(change.Added), len(change.Removed), line(lostNames(change.Lost, len(change.Lost))))
	if m := change.Mode; m != nil {
		c.printf("evolution: %s -> %s\n", m.From, m.To)
	}
	if change.Evolution == nil {
		return
	}
	effect := evolutionLines(*change.Evolution)
	if effect == "" && change.Mode == nil {
		effect = "nothing changes\n"
	}
	c.printf("%s", effect)
}

func (c *command) schemaDecide(v curate.Verdict, short string) *cobra.Command {
	return &cobra.Command{Use: string(v) + " NAME...", Short: short, Args: usage(cobra.MinimumNArgs(1)),
		Long: short + `. A name is that of a proposal, or its id; type:NAME, relation:NAME and
attribute:NAME tell the parts of the schema apart.`,
		Example: "  grove schema " + string(v) + " relation:DIRECTED_BY",
		RunE: c.holder(func(ctx context.Context, a *app.App, args []string) error {
			return result(c, c.showJudged)(a.Curate().Judge(ctx, v, args))
		})}
}

func (c *command) schemaHistory() *cobra.Command {
	var limit int
	cmd := &cobra.Command{Use: "history", Short: "List the versions of the schema, the latest first",
		RunE: c.reader(func(ctx context.Context, a *app.App, _ []string) error {
			return listed(c, "versions", func(steps []browse.SchemaStep) {
				for _, s := range steps {
					c.printf("%d  %s, evolution %s%s\n", s.Version, schemaTitle(s.Name), s.Evolution,
						map[bool]string{false: "  (not settled)"}[s.Settled])
					for _, n := range s.Added {
						c.printf("  + %s %s%s\n", n.Part, line(n.Name), by(n.By))
					}
					for _, n := range s.Removed {
						c.printf("  - %s %s%s\n", n.Part, line(n.Name), by(n.By))
					}
				}
			})(a.Browse().SchemaHistory(ctx, limit))
		})}
	limitFlag(cmd, &limit, 20, unbounded, "most rows to show")
	return cmd
}

// schemaTitle returns the name of a schema for people.
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
	var estimate bool
	cmd := &cobra.Command{Use: "reextract", Short: "Ask the model anew for every chunk, under the schema as it is now",
		Long: "Ask the model anew for every chunk, under the schema as it is now. Replies in the cache\n" +
			"count. Stopped by a bound or a kill, it goes on when it is run again.",
		RunE: func(cmd *cobra.Command, args []string) error {
			if estimate {
				return c.estimated(jobs.EstimateReextract(cmd.Context(), c.Config))
			}
			return c.holder(func(ctx context.Context, a *app.App, _ []string) error {
				return c.ingested(a.Jobs().Reextract(ctx, b, c.progress().update))
			})(cmd, args)
		}}
	cmd.Flags().IntVar(&b.MaxTotalTokens, "max-total-tokens", 0,
		"stop before model calls use more tokens than this; run again to continue (0: unlimited)")
	cmd.Flags().Float64Var(&b.Budget, "budget", 0, "stop before model calls cost more than this many US dollars (0: unlimited)")
	cmd.Flags().BoolVar(&estimate, "estimate", false, "dry run: estimate calls, tokens and cost")
	return cmd
}

func (c *command) schemaProposals() *cobra.Command {
	var part, state string
	var limit int
	cmd := &cobra.Command{Use: "proposals [NAME]", Short: "List the names that the schema lacks, or show where one is used",
		Args:    usage(cobra.MaximumNArgs(1)),
		Example: "  grove schema proposals --part relation\n  grove schema proposals relation:DIRECTED_BY",
		RunE: c.reader(func(ctx context.Context, a *app.App, args []string) error {
			if len(args) == 1 {
				return result(c, c.showProposal)(a.Browse().Proposal(ctx, args[0]))
			}
			if state == "all" {
				state = ""
			}
			return list(c, "proposals", "PART\tNAME\tCHUNKS\tDOCUMENTS\tCONFIDENCE\tJOINS\tSTATE", func(p browse.Proposal) []any {
				return []any{p.Part, p.Name, p.Support, p.Documents, fmt.Sprintf("%.2f", p.Confidence), p.Signature, p.State}
			})(a.Browse().Proposals(ctx, graph.SchemaPart(part), schema.State(state), limit))
		})}
	cmd.PreRunE = func(*cobra.Command, []string) error { return checkProposals(part, state, limit) }
	cmd.Flags().StringVar(&part, "part", "", "type, relation or attribute (empty: all)")
	cmd.Flags().StringVar(&state, "state", "open", "open, accepted (by a person), automatic, rejected or all")
	cmd.Flags().IntVar(&limit, "limit", 50, "how many, the most supported first")
	return cmd
}

func checkProposals(part, state string, limit int) error {
	const op = "schema proposals"
	switch schema.State(state) {
	case schema.Open, schema.Accepted, schema.Automatic, schema.Rejected, "all":
	default:
		return fault.New(fault.Invalid, op, state, "not a state", "--state open, accepted, automatic, rejected or all")
	}
	switch {
	case part != "" && !graph.SchemaPart(part).Valid():
		return fault.New(fault.Invalid, op, part, "not a part of a schema", "--part type, relation or attribute")
	case limit < 1:
		return fault.New(fault.Invalid, op, "--limit", "less than one proposal", "give 1 or more")
	}
	return nil
}

func (c *command) showProposal(v browse.Proposal) {
	c.printf("%s  %s %s, %s: %s of %s, confidence %.2f, joins %s\n",
		v.ID, v.Part, line(v.Name), v.State, text.Count(v.Support, "chunk"), text.Count(v.Documents, "document"), v.Confidence,
		line(v.Signature))
	for _, e := range v.Evidence {
		c.printf("  %s %d-%d  %s > %s  (%s)\n    %s\n", e.Chunk, e.Start, e.End, line(e.Subject), line(e.Object), line(e.Signature),
			line(e.Surface))
	}
}

// evolutionLines describes the changes of a schema; "" where nothing changed.
func evolutionLines(e ingest.Evolution) string {
	var b strings.Builder
	for _, n := range e.Accepted {
		fmt.Fprintf(&b, "accepted: %s %s%s, confidence %.2f (%s), %s of %s\n",
			n.Part, line(n.Name.Name), by(n.By), n.Confidence, line(n.Signature), text.Count(n.Support, "chunk"),
			text.Count(n.Documents, "document"))
	}
	for _, n := range e.Dropped {
		fmt.Fprintf(&b, "dropped: %s %s%s\n", n.Part, line(n.Name), by(n.By))
	}
	if e.Open > 0 {
		fmt.Fprintf(&b, "not in the schema, kept as proposals: %s; `grove schema proposals` lists them\n", text.Count(e.Open, "name"))
	}
	if e.Restated > 0 {
		fmt.Fprintf(&b, "resolved again without a call: %s\n", text.Count(e.Restated, "chunk"))
	}
	if e.Left > 0 {
		fmt.Fprintf(&b, "imported, without an extraction to resolve again: %s; `grove schema reextract` asks for them\n",
			text.Count(e.Left, "chunk"))
	}
	return b.String()
}

// showJudged shows the effect of a decision on each of its names.
func (c *command) showJudged(j curate.Judged) {
	for _, n := range j.Names {
		c.printf("%s: %s %s, proposed by %s of %s; %s\n", n.Verdict, n.Part, line(n.Name.Name), text.Count(n.Support, "chunk"),
			text.Count(n.Documents, "document"), promoted(n))
		if !n.Proposed && n.Verdict != curate.Undo {
			c.notef("note: no chunk proposes %s:%s; if it is mistyped, `grove schema undo %s:%s` takes it back, "+
				"`grove schema proposals` has the names\n", n.Part, line(n.Name.Name), n.Part, line(n.Name.Name))
		}
	}
	e := j.Evolution
	e.Accepted, e.Dropped = nil, nil // shown already
	c.printf("%s", evolutionLines(e))
	c.showRefresh(j.Report)
}

// promoted counts the items of the graph that a name gained or lost.
func promoted(n curate.JudgedName) string {
	what := map[graph.SchemaPart]string{graph.PartType: "entity", graph.PartRelation: "triple",
		graph.PartAttribute: "attribute"}[n.Part]
	switch more := n.Uses - n.Before; {
	case more > 0:
		return text.Count(more, what) + " more in the graph"
	case more < 0:
		return text.Count(-more, what) + " kept aside"
	}
	return text.Count(n.Uses, what) + " in the graph, as before"
}
