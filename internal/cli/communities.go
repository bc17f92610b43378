package cli

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/fault"
	"grove/internal/graph"
)

func (c *command) communities() *cobra.Command {
	cmd := &cobra.Command{Use: "communities", Short: "List, show and rebuild the communities of entities", Args: usage(cobra.NoArgs),
		Long: `Communities are groups of related entities. Every entity belongs to exactly one
community of level 0; communities of higher levels contain smaller ones. They are
updated at the end of every ingest and delete, in workspaces of up to 100,000
entities; run "rebuild" in larger ones.`,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.bare(cmd) }}
	cmd.AddCommand(c.communitiesList(), c.communitiesShow(), c.communitiesRebuild())
	return cmd
}

func (c *command) communitiesList() *cobra.Command {
	var all bool
	var limit int
	cmd := &cobra.Command{Use: "list", Short: "List the communities, the largest first", Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if limit < 1 {
				return fault.New(fault.Invalid, "communities list", "--limit", "less than one community", "give 1 or more")
			}
			return c.reader(cmd.Context(), func(ctx context.Context, a *app.App) error {
				stale, err := a.Stale(ctx)
				if err != nil {
					return err
				}
				list, err := a.Browse().Communities(ctx, all, limit+1)
				if err != nil {
					return err
				}
				more := len(list) > limit
				list = list[:min(limit, len(list))]
				if c.JSON {
					return c.print(map[string]any{"communities": list, "stale": stale, "more": more})
				}
				w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
				fmt.Fprintln(w, "ID\tLEVEL\tSIZE\tTITLE")
				for _, v := range list {
					fmt.Fprintf(w, "%s\t%d\t%d\t%s\n", v.ID, v.Level, v.Size, line(v.Title))
				}
				c.none(len(list))
				if more {
					fmt.Fprintf(c.err, "there are more than these %d: --limit N shows more of them\n", limit)
				}
				if !all && len(list) > 0 {
					fmt.Fprintln(c.err, "these are those at the top; --all shows the smaller ones that they unite")
				}
				if stale {
					fmt.Fprintln(c.err, "the graph has changed since these were made: `grove communities rebuild`")
				}
				return w.Flush()
			})
		}}
	cmd.Flags().BoolVar(&all, "all", false, "all levels, not only the top one")
	cmd.Flags().IntVar(&limit, "limit", 50, "most rows to show")
	return cmd
}

func (c *command) communitiesShow() *cobra.Command {
	var limit int
	cmd := &cobra.Command{Use: "show ID", Short: "Show a community: summary, keywords, child communities, members", Args: usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if limit < 1 {
				return fault.New(fault.Invalid, "communities show", "--limit", "less than one member", "give 1 or more")
			}
			return c.reader(cmd.Context(), func(ctx context.Context, a *app.App) error {
				v, err := a.Browse().Community(ctx, graph.ID(args[0]), limit)
				if err != nil {
					return err
				}
				if c.JSON {
					return c.print(v)
				}
				var keywords []string
				for _, k := range v.Keywords {
					keywords = append(keywords, line(k.Name))
				}
				fmt.Fprintf(c.out, "%s  level %d, %d entities\n%s\n%s\nkeywords: %s\n", v.ID, v.Level, v.Size, line(v.Title), line(v.Summary), strings.Join(keywords, ", "))
				for _, child := range v.Children {
					fmt.Fprintf(c.out, "  %s  %d entities  %s\n", child.ID, child.Size, line(child.Title))
				}
				for _, m := range v.Members {
					fmt.Fprintf(c.out, "  %s  %s (%s)\n", m.ID, line(m.Name), m.Type)
				}
				return nil
			})
		}}
	cmd.Flags().IntVar(&limit, "limit", 100, "most child communities and members to show")
	return cmd
}

func (c *command) communitiesRebuild() *cobra.Command {
	return &cobra.Command{Use: "rebuild", Short: "Detect the communities again, by --community-method", Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.holder(cmd.Context(), func(ctx context.Context, a *app.App) error {
				started := time.Now()
				report, err := a.RebuildCommunities(ctx)
				if err != nil {
					return err
				}
				ms := time.Since(started).Milliseconds()
				if c.JSON {
					return c.print(map[string]any{"report": report, "ms": ms})
				}
				_, err = fmt.Fprintf(c.out, "%d communities on %d levels hold %d entities; %d newly named; modularity %.3f by %s, %d ms\n",
					report.Communities, report.Levels, report.Entities, report.Named, report.Modularity, report.Method, ms)
				return err
			})
		}}
}
