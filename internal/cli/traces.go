package cli

import (
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/fault"
	"grove/internal/traces"
	"grove/query"
)

func (c *command) traces() *cobra.Command {
	cmd := &cobra.Command{Use: "traces", Short: "List, show, replay and delete the traces of questions", Args: usage(cobra.NoArgs),
		Long: `Every question is kept with its answer and each step that led to it: the newest
--traces of them, as files in the workspace's folder. They can be read while another
process holds the workspace, and without a model. They quote documents:
` + "`documents delete --purge`" + ` removes those that read any of what it deletes.`,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.bare(cmd) }}
	cmd.AddCommand(c.tracesList(), c.tracesShow(), c.tracesReplay(), c.tracesDelete())
	return cmd
}

func (c *command) tracesList() *cobra.Command {
	var limit int
	var before string
	cmd := &cobra.Command{Use: "list", Short: "List questions, most recent first", Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := atLeastOne("traces list", limit); err != nil {
				return err
			}
			folder, err := app.TracesOf(c.Config)
			if err != nil {
				return err
			}
			list, err := folder.List(cmd.Context(), before, limit)
			if err != nil {
				return err
			}
			if c.JSON {
				return c.print(map[string]any{"traces": list})
			}
			w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "ID\tASKED\tAGENT\tSTEPS\tCALLS\tMS\tQUESTION\tANSWER")
			for _, s := range list {
				fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%d\t%s\t%s\n", s.ID, s.Asked.Format(time.DateTime), s.Agent, s.Steps, s.Calls, s.Ms, cut(s.Question, listWidth), ended(s))
			}
			c.none(len(list))
			return w.Flush()
		}}
	cmd.Flags().IntVar(&limit, "limit", 50, "most rows to show")
	cmd.Flags().StringVar(&before, "before", "", "only traces older than this one")
	return cmd
}

// listWidth is how many runes of a question and an answer a list shows.
const listWidth = 60

// ended says in a few words how a question ended.
func ended(s traces.Summary) string {
	switch {
	case s.Failed:
		return "failed: " + cut(s.Reply, listWidth)
	case s.Abstained:
		return "no answer: " + cut(s.Reply, listWidth)
	}
	return cut(s.Reply, listWidth)
}

func (c *command) tracesShow() *cobra.Command {
	return &cobra.Command{Use: "show ID", Short: "Show a question, its answer and each step with its Cypher", Args: usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := c.trace(args[0])
			if err != nil {
				return err
			}
			if c.JSON {
				return c.print(t)
			}
			fmt.Fprintf(c.out, "%s  %s  %s, %s, %s\n%s\n\n", t.ID, t.Asked.Format(time.DateTime), t.Agent, t.Mode, t.Model, printable(t.Question))
			if t.Error == nil {
				fmt.Fprintln(c.out, printable(t.Reply))
				c.citations(t.Answer.Citations)
			} else {
				fmt.Fprintf(c.out, "failed: %s\n", printable(t.Error.Message))
			}
			fmt.Fprintf(c.out, "%d steps, %d calls, %d ms\n", t.Steps, t.Calls, t.Ms)
			return c.traced(t.Answer.Trace)
		}}
}

// trace reads a trace of the workspace.
func (c *command) trace(id string) (traces.Trace, error) {
	folder, err := app.TracesOf(c.Config)
	if err != nil {
		return traces.Trace{}, err
	}
	return folder.Get(id)
}

func (c *command) tracesReplay() *cobra.Command {
	var speed float64
	cmd := &cobra.Command{Use: "replay ID", Short: "Replay the events of a question without a model", Args: usage(cobra.ExactArgs(1)),
		Long: `Replay the recorded events of a question: plan, step, references, token, usage, and
done or error. Neither the model nor the graph is queried. With --speed 1 the replay
takes as long as the question took, with 2 half as long.`,
		Example: "  grove traces replay ID --speed 1",
		RunE: func(cmd *cobra.Command, args []string) error {
			if speed < 0 {
				return fault.New(fault.Invalid, "traces replay", "--speed", "a negative speed", "0 replays without pauses, 1 at the original speed")
			}
			t, err := c.trace(args[0])
			if err != nil {
				return err
			}
			if c.JSON {
				return c.print(map[string]any{"id": t.ID, "question": t.Question, "events": t.Events()})
			}
			return t.Replay(cmd.Context(), 0, speed, func(e query.Event) error {
				showEvent(c.out, e)
				return c.out.failed
			})
		}}
	cmd.Flags().Float64Var(&speed, "speed", 0, "speed relative to the original (0: without pauses)")
	return cmd
}

func (c *command) tracesDelete() *cobra.Command {
	return &cobra.Command{Use: "delete ID...", Short: "Delete traces", Args: usage(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			folder, err := app.TracesOf(c.Config)
			if err == nil {
				err = folder.Delete(args...)
			}
			if err != nil {
				return err
			}
			if c.JSON {
				return c.print(map[string]any{"deleted": args})
			}
			_, err = fmt.Fprintf(c.out, "deleted %d traces\n", len(args))
			return err
		}}
}
