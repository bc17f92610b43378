package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"grove/ingest/refresh"
	"grove/internal/app"
	"grove/internal/browse"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/lists"
	"grove/internal/lookup"
	"grove/internal/purge"
	"grove/internal/text"
)

func (c *command) documents() *cobra.Command {
	return c.group(&cobra.Command{
		Use: "documents", SuggestFor: []string{"docs", "document"}, Short: "List, show, count and delete documents"},
		c.documentsList(), c.documentsShow(), c.documentsStats(), c.documentsDelete())
}

func (c *command) documentsList() *cobra.Command {
	var limit int
	var after, like string
	var within scopeFlags
	cmd := &cobra.Command{
		Use: "list", Short: "List the documents", Example: "  grove documents list --limit 20",
		RunE: func(cmd *cobra.Command, args []string) error {
			scope, err := within.scope()
			if err != nil {
				return err
			}
			return c.reader(func(ctx context.Context, a *app.App, _ []string) error {
				found, err := a.Browse().Documents(ctx, graph.DocumentsQuery{Like: like, Scope: scope, After: graph.ID(after),
					Limit: limit})
				return list(c, "documents", "ID\tLANGUAGE\tTOKENS\tSOURCE\tTITLE", func(d listedDocument) []any {
					return []any{d.ID, d.Language, d.Tokens, d.Source, graph.Caption(d.Title, d.Source) + partly(d.Document)}
				})(lists.Map(found, withOrigin), err)
			})(cmd, args)
		},
	}
	cmd.Flags().IntVar(&limit, "limit", 0, "most documents to list (0: all)")
	cmd.Flags().StringVar(&after, "after", "", "start after this id")
	cmd.Flags().StringVar(&like, "like", "",
		"only documents whose source starts with this text or whose title contains it (case-sensitive)")
	within.add(cmd, false)
	return cmd
}

// listedDocument is a document as lists show it, with the place that it was read from.
type listedDocument struct {
	browse.Document
	Origin string `json:"origin"`
}

func withOrigin(d browse.Document) listedDocument { return listedDocument{d, d.Origin} }

// partly returns a remark on a document that is written in part.
func partly(d browse.Document) string {
	if d.Partial {
		return " (partly written: ingest it again)"
	}
	return ""
}

func (c *command) documentsShow() *cobra.Command {
	var s lookup.Selector
	cmd := &cobra.Command{
		Use: "show [ID|SOURCE|TITLE|FILE...]", Short: "Show documents with their chunks", Args: usage(cobra.ArbitraryArgs),
		Example: "  grove documents show notes.md\n  grove documents show \"Annual report\"",
		RunE: c.reader(func(ctx context.Context, a *app.App, args []string) error {
			s.Names, s.FileNames = args, true
			found, err := a.Browse().Select(ctx, s)
			return listed(c, "documents", c.showDocuments)(lists.Map(found, func(d browse.DocumentChunks) shownDocument {
				return shownDocument{withOrigin(d.Document), d.Chunks}
			}), err)
		}),
	}
	selectorFlags(cmd, &s)
	return cmd
}

func (c *command) showDocuments(documents []shownDocument) {
	for _, d := range documents {
		c.printf("%s  %s  %s\n", d.ID, line(d.Source), line(graph.Caption(d.Title, d.Source))+partly(d.Document))
		if len(d.Tags) > 0 {
			c.printf("tags: %s\n", line(strings.Join(d.Tags, ", ")))
		}
		for _, chunk := range d.Chunks {
			c.printf("\n[%d] %s  %d-%d  %s  %s\n%s\n", chunk.Index, chunk.ID, chunk.Start, chunk.End, text.Count(chunk.Tokens, "token"),
				line(chunk.Heading), printable(chunk.Text))
		}
	}
}

// shownDocument is a listed document with its chunks.
type shownDocument struct {
	listedDocument
	Chunks []graph.Chunk `json:"chunks"`
}

func (c *command) documentsDelete() *cobra.Command {
	var s lookup.Selector
	var purge bool
	cmd := &cobra.Command{
		Use: "delete [ID|SOURCE|TITLE...]", Short: "Delete documents and everything that only they support", Args: usage(cobra.ArbitraryArgs),
		Long: `Delete documents and everything that only they support. A later ingest of a file, or of
a folder with it, reads its documents again: remove the file too, or take the record out
of a file of records.`,
		Example: "  grove documents delete notes.md\n  grove documents delete 'people.jsonl#p7'\n" +
			"  grove documents delete --source secret.txt --purge",
		RunE: c.holder(func(ctx context.Context, a *app.App, args []string) error {
			s.Names = args
			if purge {
				gone, purged, err := a.Purge(ctx, s)
				return c.deleted(gone, purged.Report, &purged, err)
			}
			gone, err := a.Jobs().Delete(ctx, s)
			return c.deleted(gone.Documents, gone.Report, nil, err)
		}),
	}
	selectorFlags(cmd, &s)
	cmd.Flags().BoolVar(&purge, "purge", false,
		"leave no text of them in the workspace's folder: also remove stored replies, traces and evaluation runs that held\n"+
			"it, and all that don't list what they held, and rewrite database and index; without a document, finish an interrupted purge and erase what deletions left")
	return cmd
}

// deleted ends a deletion, which may have failed after some documents were deleted, with
// what was deleted. Purged is nil where nothing was purged.
func (c *command) deleted(documents []graph.Document, report refresh.Report, purged *purge.Report, err error) error {
	if err != nil && len(documents) == 0 {
		return err
	}
	deleted := lists.Map(documents, func(d graph.Document) listedDocument { return withOrigin(browse.DocumentOf(d)) })
	c.show(deletion{deleted, purged, report}, func() {
		for _, d := range documents {
			c.printf("deleted %s  %s\n", d.ID, line(d.Source))
		}
		c.showStillThere(documents)
		c.showRefresh(report)
		if purged != nil && err == nil {
			unlisted := purged.RepliesWithoutChunks + purged.TracesWithoutIDs + purged.RunsWithoutIDs
			c.printf("purged %s, %s, %s, %s, %s; database and index rewritten\n", text.Count(purged.Replies, "stored reply"),
				text.Count(purged.Traces, "trace"), text.Count(purged.Runs, "run"), text.Count(purged.Files, "file"),
				text.Count(purged.Jobs, "job"))
			if unlisted > 0 {
				c.notef("of these %d do not list which texts they hold: all such are purged\n", unlisted)
			}
		}
	})
	return err
}

// showStillThere notes the files from which an ingest would read deleted documents again.
func (c *command) showStillThere(documents []graph.Document) {
	count := map[string]int{}
	for _, d := range documents {
		if file := jobs.FileOf(d.Origin); file != "" {
			count[file]++
		}
	}
	for _, file := range slices.Sorted(maps.Keys(count)) {
		c.notef("note: %s is still there: an ingest of it reads %s again, unless the text is taken out\n", line(file),
			text.Count(count[file], "deleted document"))
	}
}

// deletion is the result of a deletion in JSON; also of one that failed half-way.
type deletion struct {
	Deleted []listedDocument `json:"deleted"`
	Purged  *purge.Report    `json:"purged,omitempty"`
	refresh.Report
}

// showRefresh notes the model calls that named communities, and why some are not named.
func (c *command) showRefresh(r refresh.Report) {
	if r.Usage.Calls > 0 {
		c.notef("communities named by %s, %d prompt and %d completion tokens\n", text.Count(r.Usage.Calls, "model call"),
			r.Usage.PromptTokens, r.Usage.CompletionTokens)
	}
	if r.Unnamed != "" {
		c.warnf("new communities are called by their keywords until a later job names them: %s\n", line(r.Unnamed))
	}
}

func (c *command) documentsStats() *cobra.Command {
	full := false
	cmd := &cobra.Command{
		Use: "stats", Short: "Count what the graph holds",
		Example: "  grove documents stats --json\n  grove documents stats --full",
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
		RunE: c.reader(func(ctx context.Context, a *app.App, _ []string) (err error) {
			var s stats
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
			c.show(s, func() {
				c.showCounts(s.Counts)
				if full {
					c.showShapes(*s.Shapes)
				}
			})
			return nil
		}),
	}
	cmd.Flags().BoolVar(&full, "full", false, "also compute graph statistics: neighbours and facts per node")
	return cmd
}

// stats has the counts and, with --full, the statistics of the graph.
type stats struct {
	graph.Counts
	// Conformance is the share of typed items within the schema.
	Conformance float64        `json:"schema_conformance"`
	Shapes      *browse.Shapes `json:"shapes,omitempty"`
}

func (c *command) showCounts(n graph.Counts) {
	for _, row := range []struct {
		name string
		n    int
	}{
		{"documents", n.Documents}, {"chunks", n.Chunks}, {"atomic facts", n.Facts}, {"key elements", n.KeyElements},
		{"entities: key elements that have a type", n.Entities}, {"triples", n.Triples}, {"attributes", n.Attributes},
		{"communities", n.Communities}, {"keywords", n.Keywords},
		{"proposals, decided ones included", n.Proposals},
	} {
		c.printf("%8d  %s\n", row.n, row.name)
	}
}

func (c *command) showShapes(s browse.Shapes) {
	c.printf("\n")
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
	_ = w.Flush() // c.out holds its error
}
