package cli

import (
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/eval/run"
	"grove/internal/fault"
	"grove/internal/text"
)

// runFolder returns the folder of a run: that of the run of the workspace with this name, else a path.
func (c *command) runFolder(given string) (string, error) {
	runs, err := app.RunsOf(c.Config)
	dir := ""
	if err == nil {
		dir, err = runs.Find(given)
	}
	if _, missing := os.Stat(given); err != nil && missing == nil {
		return given, nil
	}
	return dir, err
}

func (c *command) evalCompare() *cobra.Command {
	gate := false
	cmd := &cobra.Command{
		Use: "compare RUN1 RUN2", Short: "Compare two runs of the same questions",
		Long: `Compare two runs of the same questions, each the name of a run of --workspace (see
"grove eval runs list") or a folder: every metric of every system that both have, with
the difference over the questions that both answered, its 95 % bootstrap interval, and
the p-value of the paired randomisation test. --gate ends with a verdict ("verdict" in
--json), and fails (exit code 1) if a metric of RUN2 is below the interval of RUN1.`,
		Example: "  grove eval compare before after --gate",
		Args:    usage(cobra.ExactArgs(2)),
		RunE: func(_ *cobra.Command, args []string) error {
			a, err := c.runFolder(args[0])
			if err != nil {
				return err
			}
			b, err := c.runFolder(args[1])
			if err != nil {
				return err
			}
			compared, err := run.Compare(a, b)
			if err != nil {
				return err
			}
			if !gate {
				c.show(compared, func() { c.showComparison(compared) })
				return nil
			}
			verdict := verdictOf(compared)
			c.show(struct {
				run.Comparison
				Verdict string `json:"verdict"`
			}{compared, verdict}, func() { c.showComparison(compared) })
			if len(compared.Dropped) > 0 {
				c.warnf("gate: %s\n", line(verdict))
				return ended{exitFailed, "the second run is worse"}
			}
			if !c.JSON {
				c.printf("\ngate: %s\n", line(verdict))
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&gate, "gate", false, "fail if a metric drops below the interval of RUN1")
	return cmd
}

// verdictOf returns what --gate finds, in a line.
func verdictOf(compared run.Comparison) string {
	if len(compared.Dropped) > 0 {
		return "failed; dropped: " + strings.Join(compared.Dropped, "; ")
	}
	return "passed: no metric of " + compared.B + " is below its interval in " + compared.A
}

func (c *command) showComparison(compared run.Comparison) {
	system := ""
	for _, change := range compared.Changes {
		if change.System != system {
			system = change.System
			c.figures(system, "before", "after", "change", "low", "high", "p")
		}
		name := "  " + change.Metric
		if change.Dropped {
			name += " (dropped)"
		}
		p := change.Pair
		c.figures(name, change.Before.Mean, change.After.Mean, p.Difference, p.Low, p.High, p.P)
	}
	if compared.Fell > 0 {
		c.printf("\n%s answered worse (%s), the largest falls first:\n", text.Count(compared.Fell, "question"), compared.Headline)
	}
	for _, w := range compared.Worse[:min(len(compared.Worse), shownWorse)] {
		c.printf("  %s: %s: %.3f, %s; before %.3f, %s\n", line(w.System), cut(w.Question, listWidth), w.After,
			answered(w.AnswerAfter), w.Before, answered(w.AnswerBefore))
	}
	for _, name := range compared.Only {
		c.printf("only in one run: %s\n", line(name))
	}
}

// shownWorse is the maximum number of questions answered worse that are printed; --json has more.
const shownWorse = 10

// answered shows an answer in a line.
func answered(answer string) string {
	if answer == "" {
		return "no answer"
	}
	return cut(answer, listWidth)
}

func (c *command) evalRate() *cobra.Command {
	return c.group(&cobra.Command{Use: "rate", Short: "Have people rate the answers of a run"}, &cobra.Command{
		Use: "export RUN FILE", Short: "Write a sheet (CSV) for a rater",
		Long: `Write a sheet (CSV) for a rater: one line an answer, without the name of the system.
A rating is 0 (wrong), 1 (partly right) or 2 (right).`,
		Example: "  grove eval rate export 2wiki sheet.csv",
		Args:    usage(cobra.ExactArgs(2)),
		RunE: func(_ *cobra.Command, args []string) error {
			rows, err := c.answersOf(args[0])
			if err != nil {
				return err
			}
			return writeFile(args[1], func(w io.Writer) error { return run.ExportRatings(w, rows) })
		},
	}, &cobra.Command{
		Use: "import RUN FILE...", Short: "Report the ratings of the sheets, and the raters' agreement",
		Long: `Report the ratings of the filled sheets, one a rater: the share of right and partly
right answers of each system, and the agreement of the raters with each other and with
the judge, with Cohen's kappa.`,
		Example: "  grove eval rate import 2wiki anna.csv ben.csv",
		Args:    usage(cobra.MinimumNArgs(2)),
		RunE: func(_ *cobra.Command, args []string) (err error) {
			rows, err := c.answersOf(args[0])
			if err != nil {
				return err
			}
			sheets := map[string]io.Reader{}
			for _, path := range args[1:] {
				f, err := os.Open(path)
				if err != nil {
					return fault.From(fault.Unreadable, "cli.rate", path, err, "check the path")
				}
				defer func() { _ = f.Close() }() // it was only read
				sheets[filepath.Clean(path)] = f
			}
			return result(c, c.showRatings)(run.ImportRatings(sheets, slices.Sorted(maps.Keys(sheets)), rows))
		},
	})
}

func (c *command) answersOf(name string) ([][]run.Row, error) {
	dir, err := c.runFolder(name)
	if err != nil {
		return nil, err
	}
	_, rows, err := run.Load(dir)
	return rows, err
}

func (c *command) showRatings(r run.Ratings) {
	c.figures("system", "right", "low", "high", "ratings")
	for _, name := range slices.Sorted(maps.Keys(r.Systems)) {
		f := r.Systems[name]
		c.figures(name, f.Mean, f.Low, f.High, f.N)
	}
	for _, a := range r.Agreements {
		c.printf("%s and %s agree on %.4f of %d, kappa %.4f\n", line(a.A), line(a.B), a.Share, a.N, a.Kappa)
	}
}
