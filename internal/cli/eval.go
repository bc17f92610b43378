package cli

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/eval"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/text"
	"grove/query"
)

func (c *command) eval() *cobra.Command {
	return c.group(&cobra.Command{Use: "eval", Short: "Measure retrieval, answers, extraction and alias merging"},
		c.evalRetrieval(), c.evalRun(), c.evalRuns(), c.evalCompare(), c.evalRate(), c.evalReversion(), c.evalNeedle(), c.evalMixup(),
		c.evalNoMention(), c.evalJudge(), c.evalExtract(), c.evalGraph(), c.evalAliases())
}

func (c *command) evalRetrieval() *cobra.Command {
	var o eval.RetrievalOptions
	var depths, out, titles string
	cmd := &cobra.Command{
		Use: "retrieval --dataset DIR", Short: "Measure the recall of a search method",
		Long: `Measure the recall of a search method. DIR holds corpus.jsonl with documents
{id, title, text} and questions.jsonl with {id, question, gold_ids, gold_complete}.

The corpus is ingested into --workspace unless it holds it; a workspace that holds
other documents is refused. recall@k is the mean over the questions of the share of
the gold among the first k distinct documents, each at the place of its best chunk.
Questions without complete gold in the corpus are skipped and counted.`,
		Example: "  grove eval retrieval --dataset sets/2wiki --workspace 2wiki --method bm25 --k 2,5",
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.K, err = parseDepths(depths); err != nil {
				return err
			}
			if o.HideTitles, err = parseTitles(titles); err != nil {
				return err
			}
			return c.writer(func(ctx context.Context, a *app.App, _ []string) error {
				return result(c, func(r eval.RetrievalResult) { c.showRecall(r, o.K) })(c.measureRetrieval(ctx, a, o, out))
			})(cmd, args)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Dataset, "dataset", "", "folder with corpus.jsonl and questions.jsonl")
	f.StringVar(&o.Method, "method", query.BM25, strings.Join(app.SearchMethods(), ", "))
	f.StringVar(&depths, "k", "2,5", "depths to measure at, in documents")
	f.IntVar(&o.Limit, "limit", 0, "ask only the first N usable questions (0: all)")
	f.StringVar(&out, "out", "", "write every question's ranks to this file, as JSON lines")
	f.StringVar(&titles, "titles", "shown", "shown, or hidden: read the documents without their titles")
	need(cmd, "dataset")
	return cmd
}

// measureRetrieval measures, and writes the ranks of each question to the file out unless
// it is "".
func (c *command) measureRetrieval(ctx context.Context, a *app.App, o eval.RetrievalOptions, out string) (result eval.RetrievalResult,
	err error) {
	o.Ingested, o.Progress = c.progress().update, c.steps("questions").step
	measure := func(w io.Writer) error {
		lines := text.JSONEncoder(w)
		o.Each = func(r eval.Retrieved) error { return lines.Encode(r) }
		result, err = a.Eval().Retrieval(ctx, o)
		return err
	}
	if out == "" {
		err = measure(io.Discard)
	} else {
		err = writeFile(out, measure)
	}
	return result, err
}

func (c *command) showRecall(r eval.RetrievalResult, depths []int) {
	c.printf("%s, %s: %s, %d left out%s\n", line(r.Dataset), line(r.Method), text.Count(r.Questions, "question"), r.Skipped,
		reasons(r.SkippedBy))
	for _, k := range depths {
		c.figures("recall@"+strconv.Itoa(k), r.Recall[strconv.Itoa(k)])
		c.figures("nDCG@"+strconv.Itoa(k), r.NDCG[strconv.Itoa(k)])
	}
	c.figures("MRR", r.MRR)
	c.printf("%.1f ms a question (median), %.1f ms (95th percentile)\n", r.Ms.P50, r.Ms.P95)
}

// reasons lists counts in brackets; "" where there are none.
func reasons(counts map[string]int) string {
	var parts []string
	for why, n := range counts {
		parts = append(parts, fmt.Sprintf("%d %s", n, strings.ReplaceAll(why, "_", " ")))
	}
	if len(parts) == 0 {
		return ""
	}
	slices.Sort(parts)
	return " (" + strings.Join(parts, ", ") + ")"
}

// parseDepths reads "2,5": positive integers, each once, in the order given.
func parseDepths(s string) ([]int, error) {
	var out []int
	for part := range strings.SplitSeq(s, ",") {
		k, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || k < 1 || k > graph.MaxRows {
			return nil, fault.New(fault.Invalid, "eval", "--k "+s, fmt.Sprintf("%q is not a whole number from 1 to %d", part,
				graph.MaxRows), "--k 2,5")
		}
		if !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out, nil
}

func parseTitles(s string) (hidden bool, err error) {
	switch s {
	case "shown":
		return false, nil
	case "hidden":
		return true, nil
	}
	return false, fault.New(fault.Invalid, "eval", "--titles "+s, "titles are shown or hidden", "--titles shown")
}

func (c *command) evalExtract() *cobra.Command {
	var items string
	var limit int
	cmd := &cobra.Command{
		Use: "extract --items FILE", Short: "Measure extraction against annotated texts",
		Long: `Extract texts as ingest does and compare the entities and triples with the annotated
ones. FILE has a line {id, lang, text, entities, triples} for each text; a set
bounded by ontologies has them in a folder "ontologies" beside it.

Precision, recall and F1 are summed over all texts. Entities are compared by name,
each once a text: exact is the same normalised name, overlap is a mention that shares
a character. A triple is right where both ends and the meaning of the relation agree.
Types and relations that the set does not annotate do not count in precision.`,
		Example: "  grove eval extract --items sets/conll04/items.jsonl --json",
		RunE: c.writer(func(ctx context.Context, a *app.App, _ []string) error {
			return counted(c, c.showExtraction, func(r eval.ExtractionResult) (failed, items int) { return r.Failed, r.Items })(
				a.Eval().Extraction(ctx, items, limit, c.steps("texts").step))
		}),
	}
	f := cmd.Flags()
	f.StringVar(&items, "items", "", "file of annotated texts")
	f.IntVar(&limit, "limit", 0, "read only the first N texts (0: all)")
	need(cmd, "items")
	return cmd
}

func (c *command) showExtraction(r eval.ExtractionResult) {
	c.figures(fmt.Sprintf("%s, %s", r.Set, text.Count(r.Items, "text")), "p", "r", "f1")
	if e := r.Entities; e != nil {
		c.prf("entities, exact", e.Exact)
		c.prf("entities, overlap", e.Overlap)
		for _, typ := range slices.Sorted(maps.Keys(e.Types)) {
			c.prf("of type "+typ, e.Types[typ])
		}
		c.printf("names: %d marked, %d found; left out: %d found of other types, %s without a name\n",
			e.Gold, e.Extracted, e.Outside, text.Count(e.Unnamed, "mention"))
	}
	if t := r.Triples; t != nil {
		c.prf("triples", t.PRF)
		c.printf("triples: %d marked, %d found; left out: %d found of other relations\n", t.Gold, t.Extracted, t.Outside)
	}
}

func (c *command) evalAliases() *cobra.Command {
	var items string
	cmd := &cobra.Command{
		Use: "aliases --items FILE", Short: "Measure the merging of the names of characters",
		Long: `Extract novels as ingest does and compare the merged names with the names of each
character. FILE has a line {id, lang, text_file, characters: [{name,
aliases}]} for each novel; text_file is relative to FILE.

The universe is every alias of the list; one that is not found in the text stands
alone. Pairwise counts pairs of names, b_cubed is the mean over names.`,
		Example: "  grove eval aliases --items sets/novels/characters.jsonl --json",
		RunE: c.writer(func(ctx context.Context, a *app.App, _ []string) error {
			return result(c, c.showAliases)(a.Eval().Aliases(ctx, items))
		}),
	}
	cmd.Flags().StringVar(&items, "items", "", "file of novels and the names in them")
	need(cmd, "items")
	return cmd
}

func (c *command) showAliases(r eval.AliasResult) {
	c.figures(text.Count(r.Novels, "novel"), "p", "r", "f1")
	c.prf("pairwise", r.Pairwise)
	c.prf("b-cubed", r.BCubed)
	c.printf("%s of %s, %d found in the texts, %d left out as of two characters\n",
		text.Count(r.Names, "name"), text.Count(r.Characters, "character"), r.Seen, r.Ambiguous)
}

// prf prints a row of precision, recall and F1.
func (c *command) prf(name string, f eval.PRF) { c.figures(name, f.P, f.R, f.F1) }
