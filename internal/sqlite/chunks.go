package sqlite

import (
	"cmp"
	"context"

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
	r = r.checked(q)
	if len(q.IDs) == 0 {
		return r.chunks(ctx, "c.document = ? AND c.position >= ?", []any{string(q.Document), q.From}, q.Scope, graph.Limit(q.Limit))
	}
	return listed(ctx, r, listing[graph.ChunkRow]{
		op: "sqlite.Chunks", items: q.IDs, limit: graph.Limit(q.Limit), scope: q.Scope,
		read: func(ctx context.Context, ids []graph.ID, limit int) ([]graph.ChunkRow, error) {
			return r.chunks(ctx, "c.id IN "+list(len(ids)), values(ids...), q.Scope, limit)
		},
		item: func(c graph.ChunkRow) graph.ID { return c.ID },
		compare: func(a, b graph.ChunkRow) int {
			return cmp.Or(cmp.Compare(a.Document, b.Document), cmp.Compare(a.Index, b.Index))
		},
		texts: func(c graph.ChunkRow) int { return len(c.Text) },
	})
}

func (r reader) chunks(ctx context.Context, wanted string, args []any, within graph.Scope, limit int) ([]graph.ChunkRow, error) {
	s := scoped(within)
	text, args := s.query(chunkRows+wanted+s.document("c.document")+" ORDER BY c.document, c.position"+limited(limit), args...)
	return ask(ctx, r, "sqlite.Chunks", scanChunkRow, text, args...)
}

func chunkTargets(c *graph.Chunk) []any {
	return []any{&c.ID, &c.Document, &c.Index, &c.Start, &c.End, &c.Text, &c.Tokens, &c.Page, &c.Heading, &c.Name}
}

var scanChunk = fields(chunkTargets)

var scanChunkRow = fields(func(c *graph.ChunkRow) []any {
	return append(chunkTargets(&c.Chunk), &c.Source, &c.SourceID, &c.Title, &c.Previous, &c.Next)
})
