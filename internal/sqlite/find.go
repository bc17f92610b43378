package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/graph"
)

// Find carries out graph.FindQuery.
func (r reader) Find(ctx context.Context, q graph.FindQuery) ([]graph.KeyElement, error) {
	const op = "sqlite.Find"
	if err := q.Check(); err != nil {
		return nil, err
	}
	// Each branch finds its own index. No string that begins with the prefix
	// sorts after the prefix and the last code point.
	found := `SELECT value AS id FROM json_each(?)
		UNION SELECT key_element.id FROM json_each(?) CROSS JOIN key_element ON norm = value`
	args := []any{list(q.IDs), list(q.Norms)}
	if q.Prefix != "" {
		found += " UNION SELECT id FROM (SELECT id FROM key_element WHERE norm >= ? AND norm < ? ORDER BY norm, id LIMIT ?)"
		args = append(args, q.Prefix, q.Prefix+"\U0010FFFF", graph.Limit(q.Limit))
	}
	return collect(ctx, r.q, op, "SELECT "+keyElementColumns+" FROM key_element k WHERE k.id IN ("+found+") ORDER BY k.norm, k.id LIMIT ?",
		append(args, graph.Limit(q.Limit)), scanKeyElement)
}

func scanKeyElement(rows *sql.Rows) (k graph.KeyElement, err error) {
	return k, scanWithKeyElement(rows, &k)
}
