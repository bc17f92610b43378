package sqlite

import (
	"context"

	"grove/internal/graph"
)

// ChangeNumber returns the number of writes so far.
func (r reader) ChangeNumber(ctx context.Context) (int64, error) {
	return one(ctx, r, "sqlite.ChangeNumber", scanValue[int64], "SELECT number FROM workspace WHERE one = 1")
}

// Changes carries out graph.ChangesQuery.
func (r reader) Changes(ctx context.Context, q graph.ChangesQuery) ([]graph.ChunkChange, error) {
	limit := graph.Limit(q.Limit)
	return ask(ctx, r, "sqlite.Changes", fields(func(c *graph.ChunkChange) []any { return []any{&c.Number, &c.Chunk, &c.Gone} }),
		`SELECT number, id, gone FROM (
  SELECT * FROM (SELECT number, id, FALSE AS gone FROM chunk WHERE (number, id) > (?, ?) ORDER BY number, id LIMIT ?)
  UNION ALL
  SELECT * FROM (SELECT number, chunk, TRUE FROM tombstone WHERE (number, chunk) > (?, ?) ORDER BY number, chunk LIMIT ?))
ORDER BY number, id LIMIT ?`, q.Since, string(q.After), limit, q.Since, string(q.After), limit, limit)
}
