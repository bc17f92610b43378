package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/graph"
)

// Journal keeps extractions, one a chunk; it survives a kill once it returns.
func (s *Store) Journal(ctx context.Context, extractions []graph.Extraction) error {
	return s.transact(ctx, "sqlite.Journal", func(tx *sql.Tx) error {
		return write(ctx, tx, `INSERT INTO extraction VALUES (?, ?, ?)
ON CONFLICT (chunk) DO UPDATE SET version = excluded.version, result = excluded.result`, extractions,
			func(e graph.Extraction) ([]any, error) { return []any{string(e.Chunk), e.Version, e.Result}, nil })
	})
}

// Extractions carries out graph.ExtractionsQuery.
func (r reader) Extractions(ctx context.Context, q graph.ExtractionsQuery) ([]graph.Extraction, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	return ask(ctx, r, "sqlite.Extractions", func(row *sql.Rows) (e graph.Extraction, err error) {
		err = row.Scan(&e.Chunk, &e.Version, &e.Result)
		return e, err
	}, "SELECT chunk, version, result FROM extraction WHERE chunk IN "+list(len(q.Chunks))+" AND version = ? ORDER BY chunk",
		append(values(q.Chunks...), q.Version)...)
}
