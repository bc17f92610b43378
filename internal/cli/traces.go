package cli

import (
	"time"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/graph"
	"grove/internal/text"
	"grove/internal/traces"
	"grove/query"
)

func (c *command) traces() *cobra.Command {
	return c.group(&cobra.Command{Use: "traces", Short: "List, show, replay and delete the traces of questions",
		Long: `Every question is kept with its answer and each step that led to it: the newest
--traces of them, as files in the workspace's folder. They can be read while another
process holds the workspace, and without a model. They quote documents:
` + "`documents delete --purge`" + ` removes those that read any of what it deletes.`}, c.tracesList(), c.tracesShow(),
		c.tracesReplay(), c.tracesDelete())
}

func (c *command) tracesList() *cobra.Command {
	var limit int
	var before string
	cmd := &cobra.Command{Use: "list", Short: "List questions, most recent first", Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			folder, err := app.TracesOf(c.Config)
			if err != nil {
				return err
			}
			return list(c, "traces", "ID\tASKED\tAGENT\tSTEPS\tCALLS\tMS\tQUESTION\tANSWER", func(s traces.Summary) []any {
				return []any{s.ID, s.Asked.Format(time.DateTime), s.Agent, s.Steps, s.Calls, s.Ms, cut(s.Question, listWidth), ended(s)}
			})(folder.List(cmd.Context(), before, limit))
		}}
	limitFlag(cmd, &limit, 50, graph.MaxRows, "most rows to show")
	cmd.Flags().StringVar(&before, "before", "", "only traces older than this one")
	return cmd
}

// listWidth is the number of runes of a question and of an answer that a list shows.
const listWidth = 60

// ended describes briefly how a question ended.
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
	return &cobra.Command{Use: "show ID", Short: "Show a question, its answer and each step with its Cypher",
		Args: usage(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error { return result(c, c.showTrace)(c.trace(args[0])) }}
}

func (c *command) showTrace(t traces.Trace) {
	c.printf("%s  %s  %s, %s, %s\n%s\n\n", t.ID, t.Asked.Format(time.DateTime), t.Agent, t.Mode, t.Model, printable(t.Question))
	if t.Error == nil {
		c.printf("%s\n", printable(t.Reply))
		c.showCitations(t.Answer.Citations, askEnglish)
	} else {
		c.printf("failed: %s\n", printable(t.Error.Message))
	}
	c.printf("%s, %s, %d ms\n", text.Count(t.Steps, "step"), text.Count(t.Calls, "call"), t.Ms)
	c.showSteps(t.Answer.Trace)
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
			t, err := c.trace(args[0])
			if err != nil {
				return err
			}
			if c.JSON {
				c.show(map[string]any{"id": t.ID, "question": t.Question, "events": t.Events()}, nil)
				return nil
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
			c.show(map[string]any{"deleted": args}, func() { c.printf("deleted %s\n", text.Count(len(args), "trace")) })
			return nil
		}}
}
