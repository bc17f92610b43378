package cli

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/eval/judge"
)

func (c *command) evalJudge() *cobra.Command {
	var model, url string
	cmd := &cobra.Command{
		Use: "judge", Short: "Measure the agreement of a judging model with judged pairs",
		Long: `Have a model judge 100 pairs of answer and gold answer, 50 English and 50 Chinese, that
come with a verdict, half of them right, and report how far the model agrees. They are
part of Grove. Without --judge-model, --model judges; the offline model compares by
exact match, which is the least that a judge should surpass.`,
		Example: "  grove eval judge --judge-model J --json",
		RunE: c.writer(func(ctx context.Context, a *app.App, _ []string) error {
			return counted(c, c.showAgreement, func(r judge.Agreement) (failed, items int) { return r.Failed, r.Pairs })(
				a.Evaluate().JudgeAgreement(ctx, cmp.Or(model, a.Config.Model), url, c.steps("pairs").step))
		}),
	}
	judgeFlags(cmd.Flags(), &model, &url)
	return cmd
}

func (c *command) showAgreement(r judge.Agreement) {
	c.figures("judge", "pairs", "judged", "failed", "accuracy", "kappa", "wrong_yes", "wrong_no")
	c.figures(r.Model, r.Pairs, r.Judged, r.Failed, r.Accuracy, r.Kappa, r.WrongYes, r.WrongNo)
	for _, lang := range slices.Sorted(maps.Keys(r.Accuracies)) {
		c.printf("accuracy, %s: %.3f\n", lang, r.Accuracies[lang])
	}
	for _, d := range r.Apart {
		said := cmp.Or(string(d.Judge), d.Error)
		c.printf("%s: the judge says %s, the set %s: %s Gold: %s Answer: %s\n", d.ID, line(said), d.Verdict, d.Question, d.Gold, d.Answer)
	}
}
