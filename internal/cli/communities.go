package cli

import (
	"context"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/browse"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/text"
)

func (c *command) communities() *cobra.Command {
	return c.group(&cobra.Command{Use: "communities", Short: "List, show and rebuild the communities of entities",
		Long: `Communities are groups of related entities. Every entity belongs to exactly one
community of level 0; communities of higher levels contain smaller ones. They are
updated at the end of every ingest and delete, in workspaces of up to 100,000
entities; run "rebuild" in larger ones. With --summaries lazy a model names a community
when it is shown or an answer reads it, once; with off it is known by its hub members.`},
		c.communitiesList(), c.communitiesShow(), c.communitiesRebuild())
}

func (c *command) communitiesList() *cobra.Command {
	var all bool
	var limit int
	cmd := &cobra.Command{Use: "list", Short: "List the communities, the largest first",
		RunE: c.reader(func(ctx context.Context, a *app.App, _ []string) error {
			stale, err := a.Stale(ctx)
			if err != nil {
				return err
			}
			found, err := a.Browse().Communities(ctx, all, limit+1)
			if err != nil {
				return err
			}
			if !all { // the smallest are last, so the others are complete
				found = slices.DeleteFunc(found, func(v browse.Community) bool { return v.Size == 1 })
			}
			more := len(found) > limit
			found = found[:min(limit, len(found))]
			c.show(map[string]any{"communities": found, "stale": stale, "more": more}, func() {
				table(c, "ID\tLEVEL\tSIZE\tTITLE", found, func(v browse.Community) []any { return []any{v.ID, v.Level, v.Size, v.Title} })
				c.noteMore(more, limit)
				if !all && len(found) > 0 {
					c.notef("not shown: communities inside these, and those of one entity; --all shows them\n")
				}
				if stale {
					c.notef("the graph has changed since these were made: `grove communities rebuild`\n")
				}
			})
			return nil
		})}
	cmd.Flags().BoolVar(&all, "all", false, "also communities inside others, and those of one entity")
	limitFlag(cmd, &limit, 50, unbounded, "most rows to show")
	return cmd
}

func (c *command) communitiesShow() *cobra.Command {
	var limit int
	cmd := &cobra.Command{Use: "show ID", Short: "Show a community: summary, keywords, child communities, members",
		Args: usage(cobra.ExactArgs(1)),
		RunE: c.with(app.OpenNaming, closeApp, func(ctx context.Context, a *app.App, args []string) error {
			return result(c, c.showCommunity)(a.Browse().Community(ctx, graph.ID(args[0]), limit))
		})}
	limitFlag(cmd, &limit, 100, unbounded, "most child communities and members to show")
	return cmd
}

func (c *command) showCommunity(v browse.CommunityDetail) {
	c.printf("%s  level %d, %s\n%s\n%s\nkeywords: %s\n", v.ID, v.Level, text.Count(v.Size, "entity"), line(v.Title), line(v.Summary),
		lines(lists.Map(v.Keywords, func(k graph.Keyword) string { return k.Name }), ", "))
	if v.Unnamed != "" {
		c.notef("shown by its hub members, not named by the model: %s\n", v.Unnamed)
	}
	for _, child := range v.Children {
		c.printf("  %s  %s  %s\n", child.ID, text.Count(child.Size, "entity"), line(child.Title))
	}
	for _, m := range v.Members {
		c.printf("  %s  %s (%s)\n", m.ID, line(m.Name), m.Type)
	}
}

func (c *command) communitiesRebuild() *cobra.Command {
	return &cobra.Command{Use: "rebuild", Short: "Detect the communities again, by --community-method",
		RunE: c.holder(func(ctx context.Context, a *app.App, _ []string) error {
			started := time.Now()
			report, err := a.RebuildCommunities(ctx)
			if err != nil {
				return err
			}
			ms := time.Since(started).Milliseconds()
			c.show(map[string]any{"report": report, "ms": ms}, func() {
				c.printf("%s on %s of %s; %d newly named; modularity %.3f by %s, %d ms\n",
					text.Count(report.Communities, "community"), text.Count(report.Levels, "level"), text.Count(report.Entities, "entity"),
					report.Named, report.Modularity, report.Method, ms)
			})
			return nil
		})}
}
