package cli

import (
	"context"
	"io"
	"time"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/text"
	"grove/internal/traces"
	"grove/query"
	"grove/query/longagent"
)

func (c *command) traces() *cobra.Command {
	return c.group(&cobra.Command{Use: "traces", Short: "List, show, replay, export and delete the traces of questions",
		Long: `Every question is kept with its answer and each step that led to it: the newest
--traces of them, as files in the workspace's folder. They can be read while another
process holds the workspace, and without a model. They quote documents:
` + "`documents delete --purge`" + ` removes those that read any of what it deletes.`}, c.tracesList(), c.tracesShow(),
		c.tracesReplay(), c.tracesExport(), c.tracesDelete())
}

func (c *command) tracesList() *cobra.Command {
	var limit int
	var before string
	cmd := &cobra.Command{Use: "list", Short: "List questions, most recent first",
		RunE: func(cmd *cobra.Command, _ []string) error {
			folder, err := app.TracesOf(c.Config)
			if err != nil {
				return err
			}
			return list(c, "traces", "ID\tASKED\tAGENT\tSTEPS\tCALLS\tMS\tQUESTION\tANSWER", func(s traces.Summary) []any {
				return []any{s.ID, s.Asked.Format(time.DateTime), s.Answerer(), s.Steps, s.Calls, s.Ms, cut(s.Question, listWidth),
					outcomeOf(s)}
			})(folder.List(cmd.Context(), before, limit))
		}}
	limitFlag(cmd, &limit, 50, graph.MaxRows, "most rows to show")
	cmd.Flags().StringVar(&before, "before", "", "only traces older than this one")
	return cmd
}

// listWidth is the number of runes of a question and of an answer that a list shows.
const listWidth = 60

// outcomeOf describes briefly how a question ended.
func outcomeOf(s traces.Summary) string {
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
	c.printf("%s  %s  %s, %s, %s\n%s\n\n", t.ID, t.Asked.Format(time.DateTime), t.Answerer(), t.Mode, t.Model, printable(t.Question))
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

func (c *command) tracesExport() *cobra.Command {
	var o app.ChatOptions
	var format, role string
	cmd := &cobra.Command{Use: "export FILE",
		Short: "Write the leader's and members' turns of longagent for fine-tuning (- is standard output)",
		Args:  usage(cobra.ExactArgs(1)),
		Long: `Write the turns of the agent longagent in the stored traces as JSON Lines {"messages": [...]}, each
with the messages of a call and its reply: those of the leader, and of the members two with an
answer to three that mention nothing. They come from the stored replies of the model, without a
call: each question is answered again from them. A question is skipped if a reply to it is not
stored, or if the graph has changed since. Replies out of form are left out.

With --right, only those questions are written whose answer is a gold answer of a set (a folder or
file as of "grove eval run").`,
		Example: "  grove traces export turns.jsonl --format chat --right musique.jsonl\n  grove traces export leader.jsonl --role leader",
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "chat" {
				return fault.New(fault.Invalid, "traces export", format, "not a format of traces", "--format chat")
			}
			o.Role = longagent.Role(role)
			if o.Role != "" && o.Role != longagent.Leader && o.Role != longagent.Member {
				return fault.New(fault.Invalid, "traces export", role, "no such role", "use leader or member")
			}
			if c.JSON && args[0] == "-" {
				return fault.New(fault.Invalid, "traces export", "-", "--json and an export share standard output", "name a file")
			}
			return c.holder(func(ctx context.Context, a *app.App, _ []string) error { return c.exportChat(ctx, a, args[0], o) })(cmd, args)
		}}
	f := cmd.Flags()
	f.StringVar(&format, "format", "chat", "chat: messages for fine-tuning")
	f.StringVar(&role, "role", "", "only the turns of leader or of member")
	f.StringVar(&o.Right, "right", "", "only questions of this set whose answer is a gold answer")
	return cmd
}

func (c *command) exportChat(ctx context.Context, a *app.App, file string, o app.ChatOptions) error {
	var report app.ChatReport
	to := func(w io.Writer) (err error) {
		report, err = a.ExportChat(ctx, w, o)
		return err
	}
	if file == "-" {
		return to(c.out)
	}
	if err := writeFile(file, to); err != nil {
		return err
	}
	c.show(report, func() {
		c.printf("%s in %s: %s of the leader, %s of members with an answer, %d without (%d left out for the proportion); %s skipped\n",
			text.Count(report.Questions, "question"), file, text.Count(report.Leader, "turn"), text.Count(report.Mentions, "turn"),
			report.Silent, report.Left, text.Count(report.Skipped, "question"))
	})
	return nil
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
