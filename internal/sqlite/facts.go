package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/graph"
)

// Facts carries out graph.FactsQuery.
func (r reader) Facts(ctx context.Context, q graph.FactsQuery) ([]graph.FactRow, error) {
	const op = "sqlite.Facts"
	if err := q.Check(); err != nil {
		return nil, err
	}
	// Of several spans in one chunk the first is taken: min() picks its row.
	return collect(ctx, r.q, op, `SELECT f.id, f.text, a.element, h.chunk, c.document, c.idx, min(h.start), h."end", h.place
		FROM about a JOIN fact f ON f.id = a.fact JOIN has_fact h ON h.item = f.id JOIN chunk c ON c.id = h.chunk
		WHERE a.element IN (SELECT value FROM json_each(?))
		GROUP BY f.id, a.element, h.chunk
		ORDER BY c.document, c.idx, min(h.start), f.id, a.element LIMIT ?`, []any{list(q.Elements), graph.Limit(q.Limit)},
		func(rows *sql.Rows) (f graph.FactRow, err error) {
			return f, rows.Scan(&f.Fact, &f.Text, &f.Element, &f.Chunk, &f.Document, &f.Index, &f.Start, &f.End, &f.In)
		})
}
