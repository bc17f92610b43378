package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/eval"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/query"
)

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
		Args:    usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if o.K, err = parseDepths(depths); err != nil {
				return err
			}
			if o.HideTitles, err = parseTitles(titles); err != nil {
				return err
			}
			if err := needed("--dataset", o.Dataset); err != nil {
				return err
			}
			if err := atLeastNone("--limit", o.Limit); err != nil {
				return err
			}
			return c.writer(cmd.Context(), func(ctx context.Context, a *app.App) error {
				result, err := c.retrieved(ctx, a, o, out)
				if err != nil {
					return err
				}
				return c.recall(result, o.K)
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Dataset, "dataset", "", "folder with corpus.jsonl and questions.jsonl")
	f.StringVar(&o.Method, "method", query.BM25, strings.Join(app.SearchMethods(), ", "))
	f.StringVar(&depths, "k", "2,5", "depths to measure at, in documents")
	f.IntVar(&o.Limit, "limit", 0, "ask only the first N usable questions (0: all)")
	f.StringVar(&out, "out", "", "write every question's ranks to this file, as JSON lines")
	f.StringVar(&titles, "titles", "shown", "shown, or hidden: read the documents without their titles")
	return cmd
}

// retrieved measures, and writes the questions' outcomes where a file is named.
func (c *command) retrieved(ctx context.Context, a *app.App, o eval.RetrievalOptions, out string) (result eval.RetrievalResult, err error) {
	reading, asking := c.progress(), c.steps("questions")
	o.Ingested = reading.update
	o.Progress = asking.step
	measure := func(w io.Writer) error {
		lines := json.NewEncoder(w)
		lines.SetEscapeHTML(false)
		o.Each = func(r eval.Retrieved) error { return lines.Encode(r) }
		result, err = a.Eval().Retrieval(ctx, o)
		return err
	}
	if out == "" {
		err = measure(io.Discard)
	} else {
		err = writeFile(out, measure)
	}
	asking.done()
	return result, err
}

func (c *command) recall(r eval.RetrievalResult, depths []int) error {
	if c.JSON {
		return c.print(r)
	}
	fmt.Fprintf(c.out, "%s, %s: %d questions, %d left out%s\n", line(r.Dataset), line(r.Method), r.Questions, r.Skipped, reasons(r.SkippedBy))
	for _, k := range depths {
		c.row("recall@"+strconv.Itoa(k), r.Recall[strconv.Itoa(k)])
	}
	_, err := fmt.Fprintf(c.out, "%.1f ms a question (median), %.1f ms (95th percentile)\n", r.Ms.P50, r.Ms.P95)
	return err
}

// reasons lists counts in brackets, or is "".
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
			return nil, fault.New(fault.Invalid, "eval", "--k "+s, fmt.Sprintf("%q is not a whole number from 1 to %d", part, graph.MaxRows), "--k 2,5")
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

// needed refuses an empty flag.
func needed(flag, value string) error {
	if value != "" {
		return nil
	}
	return fault.New(fault.Invalid, "eval", flag, "the flag is needed", "see `grove eval --help`")
}

// atLeastNone refuses a negative bound.
func atLeastNone(flag string, n int) error {
	if n >= 0 {
		return nil
	}
	return fault.New(fault.Invalid, "eval", flag, "a negative bound", "0 is no bound")
}
