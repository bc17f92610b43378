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
		chunks, err := rows(ctx, s, fields(func(c *graph.Chunk) []any { return []any{&c.ID, &c.Document} }),
			"SELECT id, document FROM chunk WHERE id > ? ORDER BY id LIMIT ?", string(q.After), graph.Limit(q.Limit))
		if err != nil || len(chunks) == 0 {
			return err
		}
		last := chunks[len(chunks)-1].ID
		if len(chunks) == graph.Limit(q.Limit) {
			next = last
		}
		// Each chunk is looked up here, not by a join for each of its mentions.
		at := 0
		uses, err = rows(ctx, s, func(row *sql.Rows) (u graph.NameUse, err error) {
			err = row.Scan(&u.Chunk, &u.Element, &u.Surface, &u.Type, &u.Count, &u.Same, &u.Apart)
			for at < len(chunks)-1 && chunks[at].ID < u.Chunk {
				at++
			}
			u.Chunk, u.Document = chunks[at].ID, chunks[at].Document
			return u, err
		}, `SELECT chunk, element, surface, type, times, same, apart FROM mentions WHERE chunk > ? AND chunk <= ?
ORDER BY chunk, element, place, surface`, string(q.After), string(last))
		return err
	})
	return uses, next, err
}
