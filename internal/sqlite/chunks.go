package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/graph"
)

const chunkColumns = "c.id, c.document, c.position, c.begins, c.ends, c.text, c.tokens, c.page, c.heading, c.name"

// chunkRows joins what a citation needs of the document, and the neighbours.
const chunkRows = "SELECT " + chunkColumns + `, d.source, d.source_id, d.title,
  coalesce((SELECT id FROM chunk p WHERE p.document = c.document AND p.position < c.position ORDER BY p.position DESC LIMIT 1), ''),
  coalesce((SELECT id FROM chunk n WHERE n.document = c.document AND n.position > c.position ORDER BY n.position LIMIT 1), '')
FROM chunk c JOIN document d ON d.id = c.document
WHERE `

// Chunks carries out graph.ChunksQuery.
func (r reader) Chunks(ctx context.Context, q graph.ChunksQuery) ([]graph.ChunkRow, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	const end = " ORDER BY c.document, c.position LIMIT ?"
	s := scoped(q.Scope)
	wanted, args := "c.document = ? AND c.position >= ?", []any{string(q.Document), q.From}
	if len(q.IDs) > 0 {
		wanted, args = "c.id IN "+list(len(q.IDs)), values(q.IDs...)
	}
	text, args := s.query(chunkRows+wanted+s.document("c.document")+end, append(args, graph.Limit(q.Limit))...)
	return ask(ctx, r, "sqlite.Chunks", scanChunkRow, text, args...)
}

func chunkTargets(c *graph.Chunk) []any {
	return []any{&c.ID, &c.Document, &c.Index, &c.Start, &c.End, &c.Text, &c.Tokens, &c.Page, &c.Heading, &c.Name}
}

func scanChunk(row *sql.Rows) (c graph.Chunk, err error) {
	err = row.Scan(chunkTargets(&c)...)
	return c, err
}

func scanChunkRow(row *sql.Rows) (c graph.ChunkRow, err error) {
	err = row.Scan(append(chunkTargets(&c.Chunk), &c.Source, &c.SourceID, &c.Title, &c.Previous, &c.Next)...)
	return c, err
}
