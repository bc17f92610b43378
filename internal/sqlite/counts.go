package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/graph"
)

// Counts gives the numbers of things in the workspace.
func (r reader) Counts(ctx context.Context) (graph.Counts, error) {
	const op = "sqlite.Counts"
	rows, err := collect(ctx, r.q, op, `SELECT (SELECT count(*) FROM document), (SELECT count(*) FROM chunk), (SELECT count(*) FROM fact),
		(SELECT count(*) FROM key_element), (SELECT count(*) FROM key_element WHERE type <> ''), (SELECT count(*) FROM triple),
		(SELECT count(*) FROM attribute), (SELECT count(*) FROM extraction), (SELECT count(*) FROM tombstone)`, nil,
		func(rows *sql.Rows) (c graph.Counts, err error) {
			return c, rows.Scan(&c.Documents, &c.Chunks, &c.Facts, &c.KeyElements, &c.Entities, &c.Triples, &c.Attributes, &c.Extractions, &c.Tombstones)
		})
	if err != nil {
		return graph.Counts{}, err
	}
	return rows[0], nil
}
