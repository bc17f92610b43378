package search

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/text"
)

// Chunks is what a dump reads: a store's chunks, paged by id and looked up.
type Chunks interface {
	PageChunks(context.Context, graph.PageQuery) ([]graph.Chunk, error)
	Chunks(context.Context, graph.ChunksQuery) ([]graph.ChunkRow, error)
}

// tokens is one line of a dump.
type tokens struct {
	ID     graph.ID `json:"id"`
	Tokens []string `json:"tokens"`
}

// DumpTokens writes the bag of terms of every chunk, one JSON object
// {"id", "tokens"} a line, ordered by id, so that anyone can recompute scores.
func DumpTokens(ctx context.Context, source Chunks, w io.Writer) error {
	out := bufio.NewWriter(w)
	lines := text.JSONEncoder(out)
	for page, err := range graph.Pages(ctx, source.PageChunks, graph.PageQuery{Limit: batchSize}) {
		if err == nil {
			err = dumpPage(ctx, source, page, lines)
		}
		if err != nil {
			return err
		}
	}
	return out.Flush()
}

// dumpPage writes the lines of a page. A chunk that is removed between page and
// look-up is skipped.
func dumpPage(ctx context.Context, source Chunks, page []graph.Chunk, lines *json.Encoder) error {
	rows, err := source.Chunks(ctx, graph.ChunksQuery{IDs: graph.Keys(page), Limit: len(page)})
	if err != nil {
		return err
	}
	titles := lists.Table(rows, func(row graph.ChunkRow) (graph.ID, string) { return row.ID, row.Title })
	for _, c := range page {
		title, ok := titles[c.ID]
		if !ok {
			continue
		}
		if err := lines.Encode(tokens{ID: c.ID, Tokens: graph.List(Bag(title, c.Text))}); err != nil {
			return fmt.Errorf("write the tokens of %s: %w", c.ID, err)
		}
	}
	return nil
}
