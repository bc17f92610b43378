package cli

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"grove/ingest/identity"
	"grove/internal/app"
	"grove/internal/browse"
	"grove/internal/fault"
	"grove/internal/graph"
)

func (c *command) entities() *cobra.Command {
	cmd := &cobra.Command{Use: "entities", Short: "Search and show entities, merge and split them", Args: usage(cobra.NoArgs),
		Long: `Entities are the people, places, works and so on that documents name. Names that
are forms of one another ("Mr. Sherlock Holmes", "Holmes") are joined after every
ingest and delete, unless --resolve off; what people decide overrules that. Each
decision can be undone, and the graph then is as if it had never been made.

An entity is given by its id, or by a name if only one goes by it.`,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.bare(cmd) }}
	cmd.AddCommand(c.entitiesSearch(), c.entitiesShow(), c.entitiesMerge(), c.entitiesSplit(), c.entitiesDistinct(), c.entitiesUndo(), c.entitiesDecisions(), c.entitiesDuplicates())
	return cmd
}

// atLeastOne refuses a limit that asks for nothing.
func atLeastOne(op string, limit int) error {
	if limit < 1 || limit > graph.MaxRows {
		return fault.New(fault.Invalid, op, "--limit", "not a number of rows", fmt.Sprintf("give 1 to %d", graph.MaxRows))
	}
	return nil
}

func (c *command) entitiesSearch() *cobra.Command {
	var limit int
	cmd := &cobra.Command{Use: "search TEXT", Short: "Find entities by name", Args: usage(cobra.ExactArgs(1)), Example: "  grove entities search holmes",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := atLeastOne("entities search", limit); err != nil {
				return err
			}
			return c.reader(cmd.Context(), func(ctx context.Context, a *app.App) error {
				list, err := a.Browse().FindEntities(ctx, args[0], limit)
				if err != nil {
					return err
				}
				if c.JSON {
					return c.print(map[string]any{"entities": list})
				}
				c.none(len(list))
				return c.entityTable(list)
			})
		}}
	cmd.Flags().IntVar(&limit, "limit", 20, "most rows to show")
	return cmd
}

func (c *command) entityTable(list []graph.KeyElement) error {
	w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tTYPE\tCHUNKS\tNAME\tALIASES")
	for _, e := range list {
		var others []string
		for _, s := range e.Aliases {
			if s != e.Name {
				others = append(others, line(s))
			}
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\n", e.ID, e.Type, e.Support, line(e.Name), strings.Join(others, "; "))
	}
	return w.Flush()
}

func (c *command) entitiesShow() *cobra.Command {
	var limit int
	cmd := &cobra.Command{Use: "show ENTITY", Short: "Show an entity: names, attributes, relations, evidence, decisions", Args: usage(cobra.ExactArgs(1)),
		Example: "  grove entities show \"Sherlock Holmes\"",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := atLeastOne("entities show", limit); err != nil {
				return err
			}
			return c.reader(cmd.Context(), func(ctx context.Context, a *app.App) error {
				v, err := a.Browse().Entity(ctx, args[0], limit)
				if err != nil {
					return err
				}
				if c.JSON {
					return c.print(v)
				}
				c.showEntity(v)
				return nil
			})
		}}
	cmd.Flags().IntVar(&limit, "limit", 50, "how many attributes, relations and pieces of evidence")
	return cmd
}

func (c *command) showEntity(v browse.Entity) {
	aliases := make([]string, len(v.Aliases))
	for i, s := range v.Aliases {
		aliases[i] = line(s)
	}
	fmt.Fprintf(c.out, "%s  %s  %s\n", v.ID, line(v.Name), v.Type)
	if v.Description != "" {
		fmt.Fprintln(c.out, line(v.Description))
	}
	fmt.Fprintf(c.out, "names: %s\n%d facts are about it, %d chunks mention it\n", strings.Join(aliases, "; "), v.Facts, v.Mentions)
	if v.Community != nil {
		fmt.Fprintf(c.out, "community: %s  %s\n", v.Community.ID, line(v.Community.Title))
	}
	for _, t := range v.Attributes {
		fmt.Fprintf(c.out, "  %s: %s (%d)\n", line(t.Key), line(t.Value), t.Support)
	}
	for _, r := range v.Relations {
		fmt.Fprintf(c.out, "  %s %s %s (%d)\n", line(r.HeadName), r.Relation, line(r.TailName), r.Support)
		for _, e := range r.Evidence {
			fmt.Fprintf(c.out, "    %s, %d-%d: \"%s\"\n", line(e.Document.Source), e.Start, e.End, line(e.Surface))
		}
	}
	for _, e := range v.Evidence {
		fmt.Fprintf(c.out, "  %s %d-%d in %s of %s\n", line(e.Surface), e.Start, e.End, e.In, line(e.Document.Source))
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
		fmt.Fprintf(c.out, "%s  %s  %s  %s\n", d.ID, d.At, d.Kind, strings.Join(names, "; "))
	}
}
