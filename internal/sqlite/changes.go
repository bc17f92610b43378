package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/graph"
)

// ChangeNumber gives the workspace's change number, 0 before the first write.
func (r reader) ChangeNumber(ctx context.Context) (int64, error) {
	rows, err := collect(ctx, r.q, "sqlite.ChangeNumber", "SELECT change_number FROM workspace", nil,
		func(rows *sql.Rows) (n int64, err error) { return n, rows.Scan(&n) })
	if err != nil {
		return 0, err
	}
	return rows[0], nil
}

// Changes carries out graph.ChangesQuery.
func (r reader) Changes(ctx context.Context, q graph.ChangesQuery) ([]graph.ChunkChange, error) {
	return collect(ctx, r.q, "sqlite.Changes", `SELECT changed, id, 0 FROM (SELECT changed, id FROM chunk WHERE (changed, id) > (?1, ?2) ORDER BY changed, id LIMIT ?3)
		UNION ALL SELECT changed, chunk, 1 FROM (SELECT changed, chunk FROM tombstone WHERE (changed, chunk) > (?1, ?2) ORDER BY changed, chunk LIMIT ?3)
		ORDER BY 1, 2 LIMIT ?3`, []any{q.Since, q.After, graph.Limit(q.Limit)},
		func(rows *sql.Rows) (c graph.ChunkChange, err error) {
			return c, rows.Scan(&c.Number, &c.Chunk, &c.Gone)
		})
}
