package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/fault"
	"grove/internal/graph"
)

// Journal keeps extractions, one a chunk.
func (s *Store) Journal(ctx context.Context, extractions []graph.Extraction) error {
	return s.change(ctx, "sqlite.Journal", func(tx *sql.Tx) error {
		w := &writer{ctx: ctx, tx: tx}
		each(w, "INSERT OR REPLACE INTO extraction VALUES (?, ?, ?)", extractions,
			func(e graph.Extraction) []any { return []any{e.Chunk, e.Version, e.Result} })
		return w.err
	})
}

// Extractions carries out graph.ExtractionsQuery.
func (r reader) Extractions(ctx context.Context, q graph.ExtractionsQuery) ([]graph.Extraction, error) {
	const op = "sqlite.Extractions"
	if err := q.Check(); err != nil {
		return nil, fault.Wrap(err, op, "")
	}
	return collect(ctx, r.q, op, `SELECT chunk, version, result FROM extraction
		WHERE chunk IN (SELECT value FROM json_each(?)) AND version = ? ORDER BY chunk`, []any{list(q.Chunks), q.Version},
		func(rows *sql.Rows) (e graph.Extraction, err error) {
			return e, rows.Scan(&e.Chunk, &e.Version, &e.Result)
		})
}
