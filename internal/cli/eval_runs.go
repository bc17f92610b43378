package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/eval/run"
	"grove/internal/graph"
	"grove/internal/text"
)

func (c *command) evalRuns() *cobra.Command {
	return c.group(&cobra.Command{Use: "runs", Short: "List and delete the runs of the workspace",
		Long: `"grove eval run" keeps each run in a folder below DATA/WORKSPACE/runs, unless --out names
another. Runs can be listed while another process holds the workspace. They quote
documents: "documents delete --purge" removes those that read any of what it deletes.`}, c.evalRunsList(), c.evalRunsDelete())
}

func (c *command) evalRunsList() *cobra.Command {
	var limit int
	cmd := &cobra.Command{Use: "list",
		Short:   "List runs, most recent first, with the headline score of each system",
		Example: "  grove eval runs list --workspace 2wiki",
		RunE: func(cmd *cobra.Command, _ []string) error {
			runs, err := app.RunsOf(c.Config)
			if err != nil {
				return err
			}
			return list(c, "runs", "NAME\tSTARTED\tSTATE\tSET\tANSWERS\tMODELS\tMODES\tSCORES", func(e run.Entry) []any {
				return []any{e.Name, e.Started.Format(time.DateTime), e.State, e.Dataset, e.Answers, strings.Join(e.Models, ", "),
					strings.Join(e.Modes, ", "), headlines(e)}
			})(runs.List(cmd.Context(), 0, limit))
		}}
	limitFlag(cmd, &limit, 50, graph.MaxRows, "most rows to show")
	return cmd
}

// headlines shows the headline scores of a run.
func headlines(e run.Entry) string {
	if e.Problem != "" {
		return e.Problem
	}
	var parts []string
	for _, s := range e.Scores {
		if s.Score != nil {
			parts = append(parts, fmt.Sprintf("%s %.3f (%.3f to %.3f)", s.System, s.Score.Mean, s.Score.Low, s.Score.High))
		}
	}
	if len(parts) == 0 {
		return strings.Join(e.Agents, ", ")
	}
	return e.Headline + ": " + strings.Join(parts, "; ")
}

func (c *command) evalRunsDelete() *cobra.Command {
	return &cobra.Command{Use: "delete NAME...", Short: "Delete runs with all their answers", Args: usage(cobra.MinimumNArgs(1)),
		Example: "  grove eval runs delete before after",
		RunE: func(_ *cobra.Command, args []string) error {
			runs, err := app.RunsOf(c.Config)
			if err != nil {
				return err
			}
			for _, name := range args { // none is deleted where one is missing
				if _, err := runs.Find(name); err != nil {
					return err
				}
			}
			for _, name := range args {
				if err := runs.Delete(name); err != nil {
					return err
				}
			}
			c.show(map[string]any{"deleted": args}, func() { c.printf("deleted %s\n", text.Count(len(args), "run")) })
			return nil
		}}
}
