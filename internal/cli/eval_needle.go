package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/eval/needle"
	"grove/internal/evaluate"
	"grove/internal/text"
)

func (c *command) evalNeedle() *cobra.Command {
	var o evaluate.NeedleOptions
	cmd := &cobra.Command{
		Use: "needle --haystack FILE --dataset PATH", Short: "Measure what agents find in long texts, by length and depth",
		Long: `Measure needles in a haystack (LongAgent): the answers of questions of a set are altered
to untrue ones of the same type that stand nowhere in the haystack, the passages with
them are put into the haystack at many lengths and depths, and agents are asked. A cell
of length and depth draws --draws needles by --seed and reports their means. Depth is
the share of the tokens before the needle, at the nearest end of a sentence.

The pieces of the haystack are read into one graph that all cells share; a question sees
those of its length. Answers, summary and report, with a heat map of each agent, are kept
as by eval run. --items writes the items with their whole texts to a file, in the shape
that such sets are published in and eval run reads, and asks nothing.`,
		Example: "  grove eval needle --haystack moby_dick.txt --dataset sets/nq --lengths 1000,16000,64000 --agents bm25,graph",
		RunE: c.writer(func(ctx context.Context, a *app.App, _ []string) error {
			if o.Items != "" {
				n, err := a.Evaluate().NeedleItems(o)
				if err == nil {
					c.show(map[string]any{"items": n, "out": o.Items},
						func() { c.printf("%s written to %s\n", text.Count(n, "item"), o.Items) })
				}
				return err
			}
			o.Progress, o.Ingested = c.steps("answers").step, c.progress().update
			return counted(c, c.showRun, failures)(a.Evaluate().Needle(ctx, o))
		}),
	}
	f := cmd.Flags()
	f.StringSliceVar(&o.Haystack, "haystack", nil, "plain texts of the haystack, separated by commas")
	f.StringVar(&o.Dataset, "dataset", "", "file or folder of the set that the needles are made of")
	f.BoolVar(&o.Pairs, "pairs", false, "questions over two passages, each at a depth of its own")
	f.IntSliceVar(&o.Lengths, "lengths", needle.Lengths(1000, 128000, 15), "lengths in tokens")
	f.IntSliceVar(&o.Depths, "depths", []int{0, 20, 40, 60, 80, 100}, "depths in percent")
	f.IntVar(&o.Draws, "draws", 10, "needles in each cell")
	f.Uint64Var(&o.Seed, "seed", 1, "seed of all draws")
	f.StringVar(&o.Items, "items", "", "write the items to a file, and ask nothing")
	runFlags(f, &o.RunOptions)
	need(cmd, "dataset", "haystack")
	return cmd
}

func (c *command) evalMixup() *cobra.Command {
	var path, out string
	var lengths []int
	var limit int
	var seed uint64
	build := &cobra.Command{
		Use: "build --dataset PATH --out DIR", Short: "Mix the passages of a set to long documents",
		Long: `Mix the passages that each question of a set needs with others of the set, up to each
length in tokens, in an order drawn by --seed (GraphReader's HotpotWikiQA-mixup). DIR gets
a folder a length, which eval run reads: a document a question.`,
		Example: "  grove eval mixup build --dataset sets/hotpotqa --lengths 16000,64000 --limit 50 --out sets/mixup",
		RunE: c.writer(func(_ context.Context, a *app.App, _ []string) error {
			return listed(c, "mixtures", func(list []needle.Mixture) {
				for _, m := range list {
					c.printf("%d tokens: %s, %d tokens each, in %s\n", m.Length, text.Count(m.Questions, "question"), m.Tokens, m.Out)
					if m.Tokens < m.Length*9/10 {
						c.warnf("the set has too few passages for %d tokens\n", m.Length)
					}
				}
			})(a.Evaluate().Mixup(path, lengths, limit, seed, out))
		}),
	}
	f := build.Flags()
	f.StringVar(&path, "dataset", "", "file or folder of the set")
	f.StringVar(&out, "out", "", "folder of the mixtures")
	f.IntSliceVar(&lengths, "lengths", []int{16000, 32000, 64000, 128000, 256000}, "lengths in tokens")
	f.IntVar(&limit, "limit", 50, "questions of each length (0: all)")
	f.Uint64Var(&seed, "seed", 1, "seed of all draws")
	need(build, "dataset", "out")
	return c.group(&cobra.Command{Use: "mixup", Short: "Long documents from the passages of a set"}, build)
}

func (c *command) evalNoMention() *cobra.Command {
	var path, out string
	var lengths []int
	var pairs int
	var seed uint64
	cmd := &cobra.Command{
		Use: "nomention --dataset PATH --out DIR", Short: "Measure how often a reader of a text without the answer says so",
		Long: `Measure No Mention (LongAgent): questions of a set are asked of texts of a length in
tokens, drawn by --seed from documents of the set that are not theirs, without sentences that have
one of their answers. A member of longagent is asked once for each; the accuracy is the share that it
says No Mention to. DIR gets a folder a length, which eval run reads too: a document a question.`,
		Example: "  grove eval nomention --dataset sets/squad.json --lengths 500,1000,3000 --out sets/nomention",
		RunE: c.writer(func(ctx context.Context, a *app.App, _ []string) error {
			list, err := a.Evaluate().NoMention(ctx, path, lengths, pairs, seed, out, c.steps("questions").step)
			if err != nil {
				return err
			}
			failed, items := 0, 0
			for _, r := range list {
				failed, items = failed+r.Failed, items+r.Pairs
			}
			c.show(map[string]any{"lengths": list}, func() {
				c.figures("tokens", "pairs", "asked", "failed", "no mention")
				for _, r := range list {
					c.figures(fmt.Sprint(r.Length), r.Pairs, r.Asked, r.Failed, r.Accuracy)
				}
			})
			return outcome(failed, items)
		}),
	}
	f := cmd.Flags()
	f.StringVar(&path, "dataset", "", "file or folder of the set")
	f.StringVar(&out, "out", "", "folder of the pairs")
	f.IntSliceVar(&lengths, "lengths", []int{500, 1000, 1500, 2000, 2500, 3000}, "lengths in tokens")
	f.IntVar(&pairs, "pairs", 500, "pairs of each length")
	f.Uint64Var(&seed, "seed", 1, "seed of all draws")
	need(cmd, "dataset", "out")
	return cmd
}
