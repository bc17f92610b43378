package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"grove/ingest/refresh"
	"grove/internal/app"
	"grove/internal/browse"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lookup"
)

func (c *command) documents() *cobra.Command {
	cmd := &cobra.Command{
		Use: "documents", Short: "List, show, count and delete documents",
		Args: usage(cobra.NoArgs), RunE: func(cmd *cobra.Command, _ []string) error { return c.bare(cmd) },
	}
	cmd.AddCommand(c.documentsList(), c.documentsShow(), c.documentsStats(), c.documentsDelete())
	return cmd
}

func (c *command) documentsList() *cobra.Command {
	var limit int
	var after, like string
	var within scopeFlags
	cmd := &cobra.Command{
		Use: "list", Short: "List the documents", Args: usage(cobra.NoArgs), Example: "  grove documents list --limit 20",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if limit < 0 {
				return fault.New(fault.Invalid, "documents list", fmt.Sprint(limit), "a negative limit", "--limit 0 is all")
			}
			scope, err := within.scope()
			if err != nil {
				return err
			}
			return c.reader(cmd.Context(), func(ctx context.Context, a *app.App) error {
				list, err := a.Browse().Documents(ctx, graph.DocumentsQuery{Like: like, Scope: scope, After: graph.ID(after), Limit: limit})
				if err != nil {
					return err
				}
				if c.JSON {
					return c.print(map[string]any{"documents": listed(list)})
				}
				return c.table(list)
			})
		},
	}
	cmd.Flags().IntVar(&limit, "limit", 0, "most documents to list (0: all)")
	cmd.Flags().StringVar(&after, "after", "", "start after this id")
	cmd.Flags().StringVar(&like, "like", "", "only documents whose source starts with this text or whose title contains it (case-sensitive)")
	within.add(cmd, false)
	return cmd
}

// listedDocument is a document as lists show it: with the place it was read from.
type listedDocument struct {
	browse.Document
	Origin string `json:"origin"`
}

func listed(documents []browse.Document) []listedDocument {
	out := make([]listedDocument, len(documents))
	for i, d := range documents {
		out[i] = listedDocument{d, d.Origin}
	}
	return out
}

// deletedDocuments returns documents that were deleted as lists show them.
func deletedDocuments(documents []graph.Document) []listedDocument {
	out := make([]listedDocument, len(documents))
	for i, d := range documents {
		out[i] = listedDocument{browse.DocumentOf(d), d.Origin}
	}
	return out
}

func (c *command) table(documents []browse.Document) error {
	w := tabwriter.NewWriter(c.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tLANGUAGE\tTOKENS\tSOURCE\tTITLE")
	for _, d := range documents {
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\n", d.ID, d.Language, d.Tokens, line(d.Source), line(d.Title)+partly(d))
	}
	c.none(len(documents))
	return w.Flush()
}

// partly says of a document that it is not whole.
func partly(d browse.Document) string {
	if d.Partial {
		return " (partly written: ingest it again)"
	}
	return ""
}

// selectorFlags adds --source and --source-id.
func selectorFlags(cmd *cobra.Command, s *lookup.Selector) {
	cmd.Flags().StringArrayVar(&s.Sources, "source", nil, "select the document with this source (repeatable)")
	cmd.Flags().StringArrayVar(&s.SourceIDs, "source-id", nil, "select all documents with this source id (repeatable)")
}

func (c *command) documentsShow() *cobra.Command {
	var s lookup.Selector
	cmd := &cobra.Command{
		Use: "show [ID|SOURCE...]", Short: "Show documents with their chunks", Args: usage(cobra.ArbitraryArgs),
		Example: "  grove documents show notes.md",
		RunE: func(cmd *cobra.Command, args []string) error {
			s.Names = args
			return c.reader(cmd.Context(), func(ctx context.Context, a *app.App) error {
				shown, err := a.Browse().Select(ctx, s)
				if err != nil {
					return err
				}
				if c.JSON {
					out := make([]shownDocument, len(shown))
					for i, d := range shown {
						out[i] = shownDocument{listedDocument{d.Document, d.Origin}, d.Chunks}
					}
					return c.print(map[string]any{"documents": out})
				}
				for _, d := range shown {
					fmt.Fprintf(c.out, "%s  %s  %s\n", d.ID, line(d.Source), line(d.Title)+partly(d.Document))
					if len(d.Tags) > 0 {
						fmt.Fprintf(c.out, "tags: %s\n", line(strings.Join(d.Tags, ", ")))
					}
					for _, chunk := range d.Chunks {
						fmt.Fprintf(c.out, "\n[%d] %s  %d-%d  %d tokens  %s\n%s\n", chunk.Index, chunk.ID, chunk.Start, chunk.End, chunk.Tokens, line(chunk.Heading), printable(chunk.Text))
					}
				}
				return nil
			})
		},
	}
	selectorFlags(cmd, &s)
	return cmd
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
		Use: "delete [ID|SOURCE...]", Short: "Delete documents and everything that only they support", Args: usage(cobra.ArbitraryArgs),
		Example: "  grove documents delete notes.md\n  grove documents delete --source secret.txt --purge",
		RunE: func(cmd *cobra.Command, args []string) error {
			s.Names = args
			return c.holder(cmd.Context(), func(ctx context.Context, a *app.App) error {
				if purge {
					return c.purge(ctx, a, s)
				}
				gone, err := a.Jobs().Delete(ctx, s)
				if err != nil && len(gone.Documents) == 0 {
					return err
				}
				if c.JSON {
					return errors.Join(err, c.print(deletion{deletedDocuments(gone.Documents), nil, gone.Report}))
				}
				c.deleted(gone.Documents)
				c.regrown(gone.Report)
				return err
			})
		},
	}
	selectorFlags(cmd, &s)
	cmd.Flags().BoolVar(&purge, "purge", false, "leave no text of them in the workspace's folder: also remove stored replies and traces that held it, and all\n"+
		"that don't list what they held, and rewrite database and index; without a document, finish an interrupted purge")
	return cmd
}

func (c *command) purge(ctx context.Context, a *app.App, s lookup.Selector) error {
	gone, purged, err := a.Purge(ctx, s)
	if err != nil && len(gone) == 0 {
		return err
	}
	if c.JSON {
		return errors.Join(err, c.print(deletion{deletedDocuments(gone), &purged, purged.Report}))
	}
	c.deleted(gone)
	c.regrown(purged.Report)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "purged %d stored replies (%d of them name no chunks), %d traces (%d of them list no ids), %d files, %d jobs; database and index rewritten\n",
		purged.Replies, purged.RepliesWithoutChunks, purged.Traces, purged.TracesWithoutIDs, purged.Files, purged.Jobs)
	return nil
}

// deletion is what a deletion came to, in JSON: where it failed half-way, beside the error.
type deletion struct {
	Deleted []listedDocument `json:"deleted"`
	Purged  *app.Purged      `json:"purged,omitempty"`
	refresh.Report
}

// regrown says what naming the communities cost, and what hindered it.
func (c *command) regrown(r refresh.Report) {
	if r.Usage.Calls > 0 {
		fmt.Fprintf(c.err, "communities named by %d model calls, %d and %d tokens\n", r.Usage.Calls, r.Usage.PromptTokens, r.Usage.CompletionTokens)
	}
	if r.Unnamed != "" {
		fmt.Fprintf(c.err, "new communities are called by their keywords until a later job names them: %s\n", line(r.Unnamed))
	}
}

func (c *command) deleted(gone []graph.Document) {
	for _, d := range gone {
		fmt.Fprintf(c.out, "deleted %s  %s\n", d.ID, line(d.Source))
	}
}
