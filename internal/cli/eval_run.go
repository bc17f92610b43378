package cli

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"grove/internal/app"
	"grove/internal/eval/run"
	"grove/internal/evaluate"
	"grove/internal/text"
	"grove/query/agents"
)

func (c *command) evalRun() *cobra.Command {
	var o evaluate.RunOptions
	cmd := &cobra.Command{
		Use: "run --dataset PATH --agents A,B", Short: "Measure answers: have agents answer the questions of a data set",
		Long: `Have agents answer the questions of a data set, score the answers against the gold
answers, and report. PATH is a folder with corpus.jsonl or docs.jsonl and
questions.jsonl, or a file or folder as published: HotpotQA, 2WikiMultihopQA, MuSiQue,
LongBench, LV-Eval, InfiniteBench, NarrativeQA, Qasper, QuALITY, QMSum, SQuAD,
GraphRAG-Bench (corpus.json and questions.json), AnonyRAG (final_chunk_corpus.json and
final_qa_pairs.json), Mind2Web.

A corpus that all questions share is ingested into --workspace unless it is there. If
questions name their document, or come with their own context, each document or context
becomes a graph of its own, below the folder of the workspace, by the hash of its
content: it is made once, and later runs use it again.

Every agent answers with every model, in every mode, --runs times. The answers are kept
below DATA/WORKSPACE/runs, one JSON line each, with summary.json, summary.md and
report.html. A question that has an answer there is not asked again, so an interrupted
run goes on where it stopped, and a further agent joins the report. Abstentions and
failures count as wrong.

--judge-model has a model of its own judge the answers. Its calls are counted apart.`,
		Example: "  grove eval run --dataset sets/2wiki --workspace 2wiki --agents graphreader,tree --limit 100",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkChunk("eval run", o.ChunkTokens); err != nil {
				return err
			}
			return c.writer(func(ctx context.Context, a *app.App, _ []string) error {
				o.Progress, o.Ingested = c.steps("answers").step, c.progress().update
				return counted(c, c.showRun, failures)(a.Evaluate().Run(ctx, o))
			})(cmd, args)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Dataset, "dataset", "", "file or folder of the data set")
	f.StringSliceVar(&o.Modes, "mode", []string{"open"}, "open, or reject: abstain when the text is not enough; or both, "+
		"separated by a comma")
	f.IntVar(&o.Repetitions, "runs", 1, "times that each question is asked")
	agentFlags(f, &o.Without, &o.Options)
	f.IntVar(&o.Window, "window", 0, "tokens that one call of the agents may have (0: 4096)")
	f.IntVar(&o.ChunkTokens, "chunk-tokens", 0, "most tokens of a chunk, for documents that this run ingests (0: 2000)")
	f.IntVar(&o.Limit, "limit", 0, "ask only the first N questions (0: all)")
	runFlags(f, &o)
	f.Lookup("agents").Usage += "; golden reads only the gold documents of each question"
	need(cmd, "dataset")
	return cmd
}

// runFlags adds the flags that all runs have.
func runFlags(f *pflag.FlagSet, o *evaluate.RunOptions) {
	f.StringSliceVar(&o.Agents, "agents", agents.Names()[:1], "agents, separated by commas")
	f.StringSliceVar(&o.Models, "models", nil, "models that answer, separated by commas (default: --model, which also builds the graphs)")
	f.IntVar(&o.Concurrency, "concurrency", 0, "questions at a time (0: 1 with the offline model, else that of model calls, 8)")
	f.StringVar(&o.Name, "name", "", "name of the run (default: by the data set)")
	f.StringVar(&o.Out, "out", "", "folder of the run (default: DATA/WORKSPACE/runs/NAME)")
	judgeFlags(f, &o.JudgeModel, &o.JudgeURL)
}

// judgeFlags adds the flags of a judging model.
func judgeFlags(f *pflag.FlagSet, model, url *string) {
	f.StringVar(model, "judge-model", "", "model that judges the answers")
	f.StringVar(url, "judge-base-url", "", "its endpoint (default: --llm-base-url); its key is GROVE_JUDGE_API_KEY")
}

// failures returns the number of answers that failed or could not be judged, and that of all.
func failures(s run.Summary) (failed, items int) {
	for _, r := range s.Systems {
		items += r.Items
		failed += r.Failed + r.Unjudged
	}
	return failed, items
}

func (c *command) showRun(s run.Summary) {
	names := []string{"em", "f1"}
	for _, name := range []string{"alias", "match", "best_f1", "recall", "choice", "rougeL", "lr1", "lr2", "judge", "dollars"} {
		for _, r := range s.Systems {
			if _, ok := r.Scores[name]; ok {
				names = append(names, name)
				break
			}
		}
	}
	heading := []any{"items", "failed", "abstained"}
	for _, name := range names {
		heading = append(heading, name)
	}
	c.figures("system", append(heading, "calls", "tokens", "max_call", "ms_p50")...)
	for _, r := range s.Systems {
		row := []any{r.Items, r.Failed, r.Abstained}
		for _, name := range names {
			row = append(row, score(r, name))
		}
		c.figures(strings.TrimSuffix(r.Title, ", open"), append(row, r.Calls, r.Tokens, r.MaxCallTokens, r.MsP50)...)
	}
	for _, r := range s.Systems {
		if r.Unjudged > 0 {
			c.printf("%s: %s not judged; run the command again to try once more\n", line(r.Title), text.Count(r.Unjudged, "answer"))
		}
	}
	if s.Skipped > 0 {
		c.warnf("%s without a gold answer: left out, as the questions of a set need \"answers\"\n", text.Count(s.Skipped, "question"))
	}
	for _, name := range slices.Sorted(maps.Keys(s.Unknown)) {
		c.warnf("unknown column %s in %s: ignored\n", line(name), text.Count(s.Unknown[name], "row"))
	}
	for _, r := range s.Systems {
		if r.Cost.Dollars > 0 {
			c.printf("%s: %d tokens, $%.4f\n", line(r.Title), r.Cost.Tokens, r.Cost.Dollars)
		}
	}
	if m := s.Build.Model; m != "" && !slices.ContainsFunc(s.Systems, func(r run.Result) bool { return r.Model == m }) {
		c.notef("note: the graph is that which %s read\n", line(m))
	}
	if built := s.Build.Extraction.Dollars + s.Build.Communities.Dollars; built > 0 {
		c.printf("construction: %d tokens, $%.4f\n", s.Build.Total(), built)
	}
	c.printf("report: %s\n", line(s.Report))
}

// score returns the mean of a metric, nil if the result has none.
func score(r run.Result, name string) *float64 {
	if f, ok := r.Scores[name]; ok {
		return &f.Mean
	}
	return nil
}
