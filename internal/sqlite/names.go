package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/graph"
)

// PageNames pages through the mentions of all chunks, in the order in which they
// are stored.
func (r reader) PageNames(ctx context.Context, q graph.PageQuery) (uses []graph.NameUse, next graph.ID, err error) {
	err = r.view(ctx, "sqlite.PageNames", func(s queryer) error {
		chunks, err := rows(ctx, s, scanID, "SELECT id FROM chunk WHERE id > ? ORDER BY id LIMIT ?", string(q.After), graph.Limit(q.Limit))
		if err != nil || len(chunks) == 0 {
			return err
		}
		last := chunks[len(chunks)-1]
		if len(chunks) == graph.Limit(q.Limit) {
			next = last
		}
		uses, err = rows(ctx, s, scanNameUse, `SELECT m.chunk, c.document, m.element, m.surface, m.type, m.times
FROM mentions m JOIN chunk c ON c.id = m.chunk
WHERE m.chunk > ? AND m.chunk <= ?
ORDER BY m.chunk, m.element, m.place, m.surface`, string(q.After), string(last))
		return err
	})
	return uses, next, err
}

func scanNameUse(row *sql.Rows) (u graph.NameUse, err error) {
	err = row.Scan(&u.Chunk, &u.Document, &u.Element, &u.Surface, &u.Type, &u.Count)
	return u, err
}
