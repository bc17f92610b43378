package cli

import (
	"context"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/eval"
	"grove/internal/text"
)

func (c *command) evalGraph() *cobra.Command {
	var o eval.QualityOptions
	cmd := &cobra.Command{
		Use: "graph", Short: "Measure the graph: communities, conformance to the schema, extraction",
		Long: `Measure the graph of the workspace: modularity, coverage and conductance of its
communities over the relations and shared facts of its entities, and the share of typed
items that the schema covers. --truth is a file of lines {name, community}: its
communities are compared with those of the graph by normalised mutual information.
--items and --aliases add what eval extract and eval aliases measure.`,
		Example: "  grove eval graph --items sets/conll04/items.jsonl --json",
		RunE: c.holder(func(ctx context.Context, a *app.App, _ []string) error {
			return counted(c, c.showQuality, func(r eval.QualityResult) (failed, items int) {
				if r.Extraction != nil {
					failed, items = r.Extraction.Failed, r.Extraction.Items
				}
				return failed, items
			})(a.Eval().Quality(ctx, o, c.steps("texts").step))
		}),
	}
	f := cmd.Flags()
	f.StringVar(&o.Truth, "truth", "", "file of lines {name, community} to compare the communities with")
	f.StringVar(&o.Items, "items", "", "file of annotated texts")
	f.StringVar(&o.Novels, "aliases", "", "file of novels and the names in them")
	f.IntVar(&o.Limit, "limit", 0, "read only the first N texts of --items (0: all)")
	return cmd
}

func (c *command) showQuality(r eval.QualityResult) {
	p := r.Communities
	c.printf("%s of %s with %s, %s without a community\n", text.Count(p.Communities-r.Without, "community"), text.Count(p.Nodes, "entity"),
		text.Count(p.Edges, "edge"), text.Count(r.Without, "entity"))
	c.figures("modularity", p.Modularity)
	c.figures("coverage", p.Coverage)
	c.figures("conductance (mean)", p.Conductance)
	c.figures("schema conformance", r.Conformance)
	if r.NMI != nil {
		c.figures("NMI with --truth", *r.NMI)
		c.printf("found of --truth: %s\n", text.Count(r.Matched, "entity"))
	}
	if r.Extraction != nil {
		c.showExtraction(*r.Extraction)
	}
	if r.Aliases != nil {
		c.showAliases(*r.Aliases)
	}
}
