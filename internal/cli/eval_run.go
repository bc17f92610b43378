package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/eval"
	"grove/query/agents"
)

func (c *command) evalRun() *cobra.Command {
	var o eval.RunOptions
	var names string
	cmd := &cobra.Command{
		Use: "run --dataset DIR --agents A,B --out DIR", Short: "Measure answers: have agents answer the questions of a data set",
		Long: `Have agents answer the questions of a data set and compare with the gold answers by
exact match and F1, as SQuAD does; Chinese is compared by characters. The documents
(corpus.jsonl or docs.jsonl) are ingested into --workspace unless they are there.

--out gets a file of answers an agent, summary.json, and report.html. A question that
has an answer there is not asked again, so an interrupted run goes on where it stopped.
Abstentions and failures count as wrong. --without leaves out parts of the agent tree,
as in ` + "`grove ask`" + `: its answers have a file of their own. recall is the share of the gold
documents that the agent read; max_call is the largest call in tokens, counted as the
window is.`,
		Example: "  grove eval run --dataset sets/2wiki --workspace 2wiki --agents graphreader --limit 100 --out results",
		Args:    usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := needed("--dataset", o.Dataset); err != nil {
				return err
			}
			if err := needed("--out", o.Out); err != nil {
				return err
			}
			if err := atLeastNone("--limit", o.Limit); err != nil {
				return err
			}
			o.Agents = strings.FieldsFunc(names, func(r rune) bool { return r == ',' || r == ' ' })
			return c.writer(cmd.Context(), func(ctx context.Context, a *app.App) error {
				answering := c.steps("answers")
				o.Ingested, o.Progress = c.progress().update, answering.step
				result, err := a.Eval().Run(ctx, o)
				answering.done()
				if err != nil {
					return err
				}
				if err := c.runs(result); err != nil {
					return err
				}
				return runOutcome(result)
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Dataset, "dataset", "", "folder with corpus.jsonl or docs.jsonl, and questions.jsonl")
	f.StringVar(&names, "agents", agents.Names()[0], "agents, separated by commas")
	agentFlags(f, &o.Without, &o.Options)
	f.StringVar(&o.Mode, "mode", "open", "open, or reject: abstain when the text is not enough")
	f.IntVar(&o.Limit, "limit", 0, "ask only the first N questions (0: all)")
	f.StringVar(&o.Out, "out", "", "folder for the results")
	return cmd
}

func (c *command) runs(r eval.RunResult) error {
	if c.JSON {
		return c.print(r)
	}
	c.row("agent", "items", "failed", "abstained", "em", "f1", "recall", "calls", "tokens", "max_call", "ms_p50")
	for _, run := range r.Runs {
		recall := any("-")
		if run.Recall != nil {
			recall = *run.Recall
		}
		c.row(run.Name(), run.Items, run.Failed, run.Abstained, run.EM, run.F1, recall, run.Calls, run.Tokens, run.MaxCallTokens, run.MsP50)
	}
	_, err := fmt.Fprintf(c.out, "report: %s\n", r.Report)
	return err
}

// runOutcome is how a run ends: partly done if some questions failed.
func runOutcome(r eval.RunResult) error {
	items, failed := 0, 0
	for _, run := range r.Runs {
		items += run.Items
		failed += run.Failed
	}
	switch {
	case failed == 0:
		return nil
	case failed == items:
		return errAllFailed
	}
	return errPartly
}
