package cli

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/browse"
	"grove/internal/graph"
)

func (c *command) documentsStats() *cobra.Command {
	full := false
	cmd := &cobra.Command{
		Use: "stats", Short: "Count what the graph holds", Args: usage(cobra.NoArgs), Example: "  grove documents stats --json\n  grove documents stats --full",
		Long: `Count documents, chunks, facts and everything else in the graph.

With --full, also print the graph statistics of table 8 of the GraphReader paper:
nodes are the key elements that facts are about; two nodes are neighbours if one
fact is about both. "workspace" treats all documents as one graph, "documents"
each document as a graph of its own:

  nodes, facts         of a graph: the average (avg) and the largest (max)
  neighbours per node  the average over graphs of each graph's average (avg_avg)
  facts per node       and of each graph's largest (avg_max)

This reads every link between facts and nodes: a minute or two for a million
nodes. In --json the field is "shapes".`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.reader(cmd.Context(), func(ctx context.Context, a *app.App) error { return c.stats(ctx, a, full) })
		},
	}
	cmd.Flags().BoolVar(&full, "full", false, "also compute graph statistics: neighbours and facts per node")
	return cmd
}

// stats are the counts, and the shapes where they are asked for.
type stats struct {
	graph.Counts
	// Conformance is the share of typed items within the schema.
	Conformance float64        `json:"schema_conformance"`
	Shapes      *browse.Shapes `json:"shapes,omitempty"`
}

func (c *command) stats(ctx context.Context, a *app.App, full bool) error {
	var s stats
	var err error
	if s.Counts, err = a.Browse().Counts(ctx); err != nil {
		return err
	}
	if s.Conformance, err = a.Browse().Conformance(ctx); err != nil {
		return err
	}
	if full {
		shapes, err := a.Browse().Shapes(ctx)
		if err != nil {
			return err
		}
		s.Shapes = &shapes
	}
	if c.JSON {
		return c.print(s)
	}
	if err := c.counts(s.Counts); err != nil || s.Shapes == nil {
		return err
	}
	return c.shapes(*s.Shapes)
}

func (c *command) counts(n graph.Counts) error {
	w := tabwriter.NewWriter(c.out, 0, 4, 2, ' ', tabwriter.AlignRight)
	for _, row := range []struct {
		name string
		n    int
	}{
		{"documents", n.Documents}, {"chunks", n.Chunks}, {"atomic facts", n.Facts}, {"key elements", n.KeyElements},
		{"of these entities", n.Entities}, {"triples", n.Triples}, {"attributes", n.Attributes},
		{"communities", n.Communities}, {"keywords", n.Keywords},
		{"names outside the schema", n.Proposals},
	} {
		fmt.Fprintf(w, "%d\t  %s\t\n", row.n, row.name)
	}
	return w.Flush()
}

func (c *command) shapes(s browse.Shapes) error {
	fmt.Fprintln(c.out)
	w := tabwriter.NewWriter(c.out, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tgraphs\tnodes avg\tmax\tfacts avg\tmax\tneighbours avg\tavg max\tfacts a node avg\tavg max\t")
	for _, row := range []struct {
		name string
		graph.Shape
	}{{"workspace", s.Workspace}, {"documents", s.Documents}} {
		fmt.Fprintf(w, "%s\t%d\t%.1f\t%d\t%.1f\t%d\t%.1f\t%.1f\t%.1f\t%.1f\t\n", row.name, row.Graphs,
			row.Nodes.Average, row.Nodes.Most, row.Facts.Average, row.Facts.Most,
			row.Neighbours.Average, row.Neighbours.AverageMost, row.FactsANode.Average, row.FactsANode.AverageMost)
	}
	return w.Flush()
}
