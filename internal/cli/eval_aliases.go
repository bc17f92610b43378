package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/eval"
)

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
		Args:    usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := needed("--items", items); err != nil {
				return err
			}
			return c.writer(cmd.Context(), func(ctx context.Context, a *app.App) error {
				result, err := a.Eval().Aliases(ctx, items)
				if err != nil {
					return err
				}
				return c.aliases(result)
			})
		},
	}
	cmd.Flags().StringVar(&items, "items", "", "file of novels and the names in them")
	return cmd
}

func (c *command) aliases(r eval.AliasResult) error {
	if c.JSON {
		return c.print(r)
	}
	c.row(fmt.Sprintf("%d novels", r.Novels), "p", "r", "f1")
	c.prf("pairwise", r.Pairwise)
	c.prf("b-cubed", r.BCubed)
	_, err := fmt.Fprintf(c.out, "%d names of %d characters, %d found in the texts, %d left out as of two characters\n",
		r.Names, r.Characters, r.Seen, r.Ambiguous)
	return err
}
