package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/graph"
)

// Neighbours carries out graph.NeighboursQuery.
func (r reader) Neighbours(ctx context.Context, q graph.NeighboursQuery) ([]graph.Neighbour, error) {
	const op = "sqlite.Neighbours"
	return collect(ctx, r.q, op, "SELECT n.shared, "+keyElementColumns+` FROM (
			SELECT other.element AS id, count(*) AS shared FROM about own JOIN about other ON other.fact = own.fact
			WHERE own.element = ?1 AND other.element <> ?1 GROUP BY other.element ORDER BY shared DESC, other.element LIMIT ?2
		) n JOIN key_element k ON k.id = n.id ORDER BY n.shared DESC, k.id`, []any{q.Element, graph.Limit(q.Limit)},
		func(rows *sql.Rows) (n graph.Neighbour, err error) {
			return n, scanWithKeyElement(rows, &n.KeyElement, &n.Shared)
		})
}
