package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/eval"
)

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
		Args:    usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := needed("--items", items); err != nil {
				return err
			}
			if err := atLeastNone("--limit", limit); err != nil {
				return err
			}
			return c.writer(cmd.Context(), func(ctx context.Context, a *app.App) error {
				reading := c.steps("texts")
				var mu sync.Mutex
				result, err := a.Eval().Extraction(ctx, items, limit, func(done, of int) {
					mu.Lock()
					defer mu.Unlock()
					reading.step(done, of)
				})
				reading.done()
				if err != nil {
					return err
				}
				if err := c.extraction(result); err != nil {
					return err
				}
				return extractOutcome(result)
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&items, "items", "", "file of annotated texts")
	f.IntVar(&limit, "limit", 0, "read only the first N texts (0: all)")
	return cmd
}

func (c *command) extraction(r eval.ExtractionResult) error {
	if c.JSON {
		return c.print(r)
	}
	c.row(fmt.Sprintf("%s, %d texts", r.Set, r.Items), "p", "r", "f1")
	if e := r.Entities; e != nil {
		c.prf("entities, exact", e.Exact)
		c.prf("entities, overlap", e.Overlap)
		for _, typ := range slices.Sorted(maps.Keys(e.Types)) {
			c.prf("of type "+typ, e.Types[typ])
		}
		fmt.Fprintf(c.out, "names: %d marked, %d found; left out: %d found of other types, %d mentions that are no names\n",
			e.Gold, e.Extracted, e.Outside, e.Unnamed)
	}
	if t := r.Triples; t != nil {
		c.prf("triples", t.PRF)
		fmt.Fprintf(c.out, "triples: %d marked, %d found; left out: %d found of other relations\n", t.Gold, t.Extracted, t.Outside)
	}
	return nil
}

// extractOutcome is how it ends: partly done if some replies could not be read.
func extractOutcome(r eval.ExtractionResult) error {
	switch r.Failed {
	case 0:
		return nil
	case r.Items:
		return errAllFailed
	}
	return errPartly
}
