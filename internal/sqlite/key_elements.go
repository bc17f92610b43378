package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/graph"
)

// KeyElements carries out graph.KeyElementsQuery.
func (r reader) KeyElements(ctx context.Context, q graph.KeyElementsQuery) ([]graph.KeyElementRow, error) {
	const op = "sqlite.KeyElements"
	if err := q.Check(); err != nil {
		return nil, err
	}
	return collect(ctx, r.q, op, "SELECT a.fact, "+keyElementColumns+` FROM about a JOIN key_element k ON k.id = a.element
		WHERE a.fact IN (SELECT value FROM json_each(?)) ORDER BY a.fact, k.id LIMIT ?`, []any{list(q.Facts), graph.Limit(q.Limit)},
		func(rows *sql.Rows) (k graph.KeyElementRow, err error) {
			return k, scanWithKeyElement(rows, &k.KeyElement, &k.Fact)
		})
}
