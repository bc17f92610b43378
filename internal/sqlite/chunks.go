package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/graph"
)

// Chunks carries out graph.ChunksQuery.
func (r reader) Chunks(ctx context.Context, q graph.ChunksQuery) ([]graph.ChunkRow, error) {
	const op = "sqlite.Chunks"
	if err := q.Check(); err != nil {
		return nil, err
	}
	where, args := "c.id IN (SELECT value FROM json_each(?))", []any{list(q.IDs)}
	if q.Document != "" {
		where, args = "c.document = ? AND c.idx >= ?", []any{q.Document, q.From}
	}
	return collect(ctx, r.q, op, "SELECT "+chunkColumns+`,
		coalesce((SELECT id FROM chunk WHERE document = c.document AND idx = c.idx - 1), ''),
		coalesce((SELECT id FROM chunk WHERE document = c.document AND idx = c.idx + 1), ''),
		d.source, d.source_id, d.title
		FROM chunk c JOIN document d ON d.id = c.document
		WHERE `+where+" ORDER BY c.document, c.idx LIMIT ?", append(args, graph.Limit(q.Limit)),
		func(rows *sql.Rows) (c graph.ChunkRow, err error) {
			return c, rows.Scan(append(chunkTargets(&c.Chunk), &c.Previous, &c.Next, &c.Source, &c.SourceID, &c.Title)...)
		})
}

const chunkColumns = `c.id, c.document, c.idx, c.start, c."end", c.text, c.tokens, c.page, c.heading, c.name`

func chunkTargets(c *graph.Chunk) []any {
	return []any{&c.ID, &c.Document, &c.Index, &c.Start, &c.End, &c.Text, &c.Tokens, &c.Page, &c.Heading, &c.Name}
}
