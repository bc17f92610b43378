package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/jobs"
)

func (c *command) jobs() *cobra.Command {
	cmd := &cobra.Command{Use: "jobs", Short: "List, show, cancel and retry jobs", Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return c.bare(cmd) }}
	cmd.AddCommand(c.jobsList(), c.jobsShow(), c.jobsCancel(), c.jobsRetry())
	return cmd
}

func (c *command) jobsList() *cobra.Command {
	var limit int
	cmd := &cobra.Command{Use: "list", Short: "List jobs, most recent first", Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if limit < 1 {
				return fault.New(fault.Invalid, "jobs list", "--limit", "less than one job", "give 1 or more")
			}
			return c.reader(cmd.Context(), func(ctx context.Context, a *app.App) error {
				list, err := a.Jobs().List(ctx, limit)
				if err != nil {
					return err
				}
				if c.JSON {
					return c.print(map[string]any{"jobs": list})
				}
				w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
				fmt.Fprintln(w, "ID\tKIND\tSTATE\tSTARTED\tTOOK\tREQUEST")
				for _, j := range list {
					fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", j.ID, j.Kind, j.State, j.Created.Format(time.DateTime),
						j.Updated.Sub(j.Created).Round(100*time.Millisecond), cut(strings.Join(leaves(j.Request), "; "), requestWidth))
				}
				c.none(len(list))
				return w.Flush()
			})
		}}
	cmd.Flags().IntVar(&limit, "limit", 20, "most rows to show")
	return cmd
}

func (c *command) jobsShow() *cobra.Command {
	return &cobra.Command{Use: "show ID", Short: "Show a job: request, progress, result", Args: usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.reader(cmd.Context(), func(ctx context.Context, a *app.App) error {
				j, err := a.Jobs().Get(ctx, graph.ID(args[0]))
				if err != nil {
					return err
				}
				quarantined, err := a.Jobs().Quarantined(ctx)
				if err != nil {
					return err
				}
				if c.JSON {
					return c.print(struct {
						jobs.Job
						Quarantined []jobs.QuarantinedChunk `json:"quarantined,omitempty"`
					}{j, quarantined})
				}
				c.showJob(j)
				for _, q := range quarantined {
					fmt.Fprintf(c.out, "quarantined: chunk %d of %s, after %d calls: %s\n  reply: %s\n", q.Index+1, line(q.Source), q.Attempts,
						line(q.Error), line(short(q.Raw)))
				}
				return nil
			})
		}}
}

// requestWidth is how many runes of a job's request a list shows.
const requestWidth = 100

func (c *command) showJob(j jobs.Job) {
	fmt.Fprintf(c.out, "%s  %s  %s\nstarted  %s\nupdated  %s, after %s\n", j.ID, j.Kind, j.State,
		j.Created.Format(time.DateTime), j.Updated.Format(time.DateTime), j.Updated.Sub(j.Created).Round(100*time.Millisecond))
	if j.Error != "" {
		fmt.Fprintf(c.out, "error    %s\n", line(j.Error))
	}
	for _, part := range []struct {
		name string
		raw  json.RawMessage
	}{{"asked for", j.Request}, {"how far", j.Progress}, {"result", j.Result}} {
		if said := leaves(part.raw); len(said) > 0 {
			fmt.Fprintf(c.out, "%s\n  %s\n", part.name, strings.Join(said, "\n  "))
		}
	}
}

// shownReply is how many bytes of an unreadable reply a terminal shows.
const shownReply = 300

func short(s string) string {
	if len(s) > shownReply {
		return strings.ToValidUTF8(s[:shownReply], "") + "…"
	}
	return s
}

func (c *command) jobsCancel() *cobra.Command {
	return &cobra.Command{Use: "cancel ID", Short: "Cancel a running or queued job; completed work is kept", Args: usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			id := graph.ID(args[0])
			cancel := func(ctx context.Context, a *app.App) error {
				state, err := a.Jobs().CancelRunning(ctx, id)
				if err != nil {
					return err
				}
				return c.cancelled(id, state)
			}
			err := c.reader(cmd.Context(), cancel)
			if !fault.Is(err, fault.Held) {
				return err
			}
			// It waits for the service: where none runs, this process is the one to tell.
			if err = c.holder(cmd.Context(), cancel); fault.Is(err, fault.Held) {
				return fault.New(fault.Held, "jobs cancel", string(id), "the job waits, and another process holds the workspace",
					fmt.Sprintf("if that is the service, ask it: POST /v1/workspaces/%s/jobs/%s/cancel", c.Workspace, id))
			}
			return err
		}}
}

// cancelled says what came of a job that was to end.
func (c *command) cancelled(id graph.ID, state graph.JobState) error {
	running := state == graph.JobRunning
	if c.JSON {
		return c.print(map[string]any{"id": id, "cancelling": running, "cancelled": !running})
	}
	if running {
		fmt.Fprintf(c.out, "%s is asked to end\n", id)
	} else {
		fmt.Fprintf(c.out, "%s is cancelled\n", id)
	}
	return nil
}

func (c *command) jobsRetry() *cobra.Command {
	return &cobra.Command{Use: "retry [ID]", Short: "Ask anew for chunks whose replies could not be read, or do a job again",
		Long: `Without an ID, extract the quarantined chunks again (those whose replies could not be
read). With the ID of an ingest, ingest its paths again first; unchanged documents
are skipped.`,
		Args: usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.holder(cmd.Context(), func(ctx context.Context, a *app.App) error {
				show := c.progress()
				report, err := a.Jobs().RunAgain(ctx, graph.ID(strings.Join(args, "")), show.update)
				show.done()
				return c.reported(report, err)
			})
		}}
}
