package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/text"
	"grove/query"
)

func (c *command) search() *cobra.Command {
	var method, dump string
	var k int
	var within scopeFlags
	cmd := &cobra.Command{
		Use: "search QUERY", Short: "Search chunks",
		Example: "  grove search \"white whale\" --k 5 --json\n  grove search whale --tag year=1851 --since 2026-01-31",
		Args:    words(),
		RunE: func(cmd *cobra.Command, args []string) error {
			wanted := strings.Join(args, " ")
			if err := checkSearch(wanted, k); err != nil {
				return err
			}
			scope, err := within.scope()
			if err != nil {
				return err
			}
			return c.holder(func(ctx context.Context, a *app.App, _ []string) error {
				if dump != "" {
					err := writeFile(dump, func(w io.Writer) error { return a.DumpTokens(ctx, w) })
					if err != nil {
						return err
					}
				}
				started := time.Now()
				hits, err := a.Search(ctx, wanted, method, k, scope)
				if err != nil {
					return err
				}
				c.show(map[string]any{"hits": hits, "query_tokens": text.Terms(wanted), "ms": time.Since(started).Milliseconds()}, func() {
					for i, h := range hits {
						c.printf("%d. %s, %d-%d  (score %.3f, chunk %s)\n   %s\n", i+1, line(h.Document.Title), h.Start, h.End, h.Score,
							h.Chunk, cut(matching(h, wanted), c.width()-len("    ...")))
					}
					c.noteEmpty(len(hits))
				})
				return nil
			})(cmd, args)
		},
	}
	cmd.Flags().StringVar(&method, "method", query.BM25, strings.Join(app.SearchMethods(), ", "))
	cmd.Flags().StringVar(&dump, "dump-tokens", "",
		"write the terms of every chunk to this file, to recompute scores (--json has the query's terms)")
	cmd.Flags().IntVar(&k, "k", query.DefaultK, "number of chunks")
	within.add(cmd, true)
	return cmd
}

// checkSearch refuses a search that can find nothing, before anything is opened.
func checkSearch(query string, k int) error {
	if strings.TrimSpace(query) == "" {
		return fault.New(fault.Invalid, "search", "", "the query is empty", "give words to look for, such as grove search \"white whale\"")
	}
	if k < 1 || k > graph.MaxRows {
		return fault.New(fault.Invalid, "search", fmt.Sprintf("--k %d", k), "not a number of chunks", fmt.Sprintf("use 1 to %d",
			graph.MaxRows))
	}
	return nil
}

// matching returns the text of a hit from the sentence on that comes closest to the query, all of it where none has a word of it.
func matching(h query.Hit, wanted string) string {
	start := 0
	if closest := query.Closest([]graph.ChunkRow{h.Row()}, wanted); len(closest) > 0 {
		start = closest[0].Start - h.Start
	}
	return text.Slice(h.Text, start, len(h.Text))
}
