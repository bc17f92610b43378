package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/text"
)

func (c *command) jobs() *cobra.Command {
	return c.group(&cobra.Command{Use: "jobs", Short: "List, show, cancel and retry jobs"}, c.jobsList(), c.jobsShow(), c.jobsCancel(),
		c.jobsRetry())
}

func (c *command) jobsList() *cobra.Command {
	var limit int
	cmd := &cobra.Command{Use: "list", Short: "List jobs, most recent first",
		RunE: c.reader(func(ctx context.Context, a *app.App, _ []string) error {
			return list(c, "jobs", "ID\tKIND\tSTATE\tSTARTED\tTOOK\tREQUEST", func(j jobs.Job) []any {
				return []any{j.ID, j.Kind, j.State, j.Created.Format(time.DateTime), j.Updated.Sub(j.Created).Round(100 * time.Millisecond),
					cut(strings.Join(leaves(j.Request), "; "), requestWidth)}
			})(a.Jobs().Page(ctx, jobs.Listing{Limit: limit}))
		})}
	limitFlag(cmd, &limit, 20, unbounded, "most rows to show")
	return cmd
}

func (c *command) jobsShow() *cobra.Command {
	return &cobra.Command{Use: "show ID", Short: "Show a job: request, progress, result", Args: usage(cobra.ExactArgs(1)),
		RunE: c.reader(func(ctx context.Context, a *app.App, args []string) error {
			j, err := a.Jobs().Get(ctx, graph.ID(args[0]))
			if err != nil {
				return err
			}
			quarantined, err := a.Jobs().Quarantined(ctx)
			if err != nil {
				return err
			}
			c.show(struct {
				jobs.Job
				Quarantined []jobs.QuarantinedChunk `json:"quarantined,omitempty"`
			}{j, quarantined}, func() { c.showJob(j, quarantined) })
			return nil
		})}
}

// requestWidth is the number of runes of a job's request that a list shows.
const requestWidth = 100

func (c *command) showJob(j jobs.Job, quarantined []jobs.QuarantinedChunk) {
	c.printf("%s  %s  %s\nstarted  %s\nupdated  %s, after %s\n", j.ID, j.Kind, j.State,
		j.Created.Format(time.DateTime), j.Updated.Format(time.DateTime), j.Updated.Sub(j.Created).Round(100*time.Millisecond))
	if j.Error != "" {
		c.printf("error    %s\n", line(j.Error))
	}
	for _, part := range []struct {
		name string
		raw  json.RawMessage
	}{{"asked for", j.Request}, {"how far", j.Progress}, {"result", j.Result}} {
		if words := leaves(part.raw); len(words) > 0 {
			c.printf("%s\n  %s\n", part.name, strings.Join(words, "\n  "))
		}
	}
	for _, q := range quarantined {
		c.printf("quarantined: chunk %d of %s, after %s: %s\n  reply: %s\n", q.Index+1, line(q.Source), text.Count(q.Attempts, "call"),
			line(q.Error), cut(q.Raw, shownReply))
	}
}

// shownReply is the number of runes of an unreadable reply that a terminal shows.
const shownReply = 300

func (c *command) jobsCancel() *cobra.Command {
	return &cobra.Command{Use: "cancel ID", Short: "Cancel a running or queued job; completed work is kept",
		Args: usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			id := graph.ID(args[0])
			cancel := func(ctx context.Context, a *app.App, _ []string) error {
				return c.cancelled(id)(a.Jobs().CancelRunning(ctx, id))
			}
			err := c.reader(cancel)(cmd, args)
			if !fault.Is(err, fault.Held) {
				return err
			}
			// The job waits for the service: where none runs, this process can cancel it.
			if err = c.holder(cancel)(cmd, args); fault.Is(err, fault.Held) {
				return fault.New(fault.Held, "jobs cancel", string(id), "the job waits, and another process holds the workspace",
					fmt.Sprintf("if that is the service, ask it: POST /v1/workspaces/%s/jobs/%s/cancel", c.Workspace, id))
			}
			return err
		}}
}

// cancelled ends the cancelling of a job by the state that it left the job in.
func (c *command) cancelled(id graph.ID) func(graph.JobState, error) error {
	return func(state graph.JobState, err error) error {
		if err != nil {
			return err
		}
		running := state == graph.JobRunning
		c.show(map[string]any{"id": id, "cancelling": running, "cancelled": !running}, func() {
			c.printf("%s is %s\n", id, map[bool]string{true: "asked to end", false: "cancelled"}[running])
		})
		return nil
	}
}

func (c *command) jobsRetry() *cobra.Command {
	return &cobra.Command{Use: "retry [ID]", Short: "Ask anew for chunks whose replies could not be read, or do a job again",
		Long: `Without an ID, extract the quarantined chunks again (those whose replies could not be
read). With the ID of an ingest, ingest its paths again first; unchanged documents
are skipped. A job of the service that failed is done again.`,
		Args: usage(cobra.MaximumNArgs(1)),
		RunE: c.holder(func(ctx context.Context, a *app.App, args []string) error {
			return c.ingested(a.Jobs().RunAgain(ctx, graph.ID(strings.Join(args, "")), c.progress().update))
		})}
}

// leaves returns the values in a JSON object in words for people, "documents new: 3",
// sorted by key. Values that are zero, empty or false are left out; a list of objects is
// given by their sources, else by its length.
func leaves(raw json.RawMessage) []string {
	if len(raw) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return []string{line(string(raw))}
	}
	return leavesOf("", v)
}

func leavesOf(name string, v any) []string {
	labelled := func(value string) []string {
		return []string{strings.TrimPrefix(strings.ReplaceAll(name, "_", " ")+": "+value, ": ")}
	}
	switch v := v.(type) {
	case map[string]any:
		var out []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			out = append(out, leavesOf(strings.TrimSpace(name+" "+line(key)), v[key])...)
		}
		return out
	case []any:
		return leavesOfList(v, labelled)
	case json.Number:
		if bytes, err := v.Int64(); err == nil && name == "max_file" && bytes > 0 {
			return labelled(size{&bytes}.String())
		}
		n, err := v.Float64()
		switch {
		case err == nil && n == 0:
			return nil
		case err == nil && name == "read": // a share
			return labelled(fmt.Sprintf("%.0f %%", 100*n))
		}
		return labelled(v.String())
	case string:
		if v == "" {
			return nil
		}
		return labelled(line(v))
	case bool:
		if !v {
			return nil
		}
		return labelled("yes")
	}
	return nil
}

// leavesOfList joins the values of a list or the sources of its objects, or counts objects without one.
func leavesOfList(list []any, labelled func(string) []string) []string {
	var words []string
	for _, e := range list {
		switch of := e.(type) {
		case map[string]any:
			if source, ok := of["source"].(string); ok {
				e = source
				break
			}
			return labelled(fmt.Sprint(len(list)))
		case []any:
			return labelled(fmt.Sprint(len(list)))
		}
		words = append(words, line(fmt.Sprint(e)))
	}
	if len(words) == 0 {
		return nil
	}
	return labelled(strings.Join(words, ", "))
}
