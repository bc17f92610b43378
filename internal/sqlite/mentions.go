package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/graph"
)

// Mentions carries out graph.MentionsQuery.
func (r reader) Mentions(ctx context.Context, q graph.MentionsQuery) ([]graph.MentionRow, error) {
	const op = "sqlite.Mentions"
	if err := q.Check(); err != nil {
		return nil, err
	}
	return collect(ctx, r.q, op, "SELECT m.chunk, sum(m.count), "+keyElementColumns+` FROM mentions m JOIN key_element k ON k.id = m.item
		WHERE m.chunk IN (SELECT value FROM json_each(?)) GROUP BY m.chunk, k.id ORDER BY m.chunk, k.id LIMIT ?`,
		[]any{list(q.Chunks), graph.Limit(q.Limit)},
		func(rows *sql.Rows) (m graph.MentionRow, err error) {
			return m, scanWithKeyElement(rows, &m.KeyElement, &m.Chunk, &m.Count)
		})
}
