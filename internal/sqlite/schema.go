package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"grove/internal/fault"
	"grove/internal/graph"
)

// Schema gives the latest schema version; NotFound where none was put.
func (r reader) Schema(ctx context.Context) (graph.SchemaVersion, error) {
	const op = "sqlite.Schema"
	rows, err := collect(ctx, r.q, op, latestSchema, nil,
		func(rows *sql.Rows) (v graph.SchemaVersion, err error) { return v, rows.Scan(&v.Version, &v.Body) })
	if err != nil {
		return graph.SchemaVersion{}, err
	}
	if len(rows) == 0 {
		return graph.SchemaVersion{}, fault.New(fault.NotFound, op, "", "the workspace has no schema yet", "ingest something first")
	}
	return rows[0], nil
}

const latestSchema = "SELECT version, body FROM schema_version ORDER BY version DESC LIMIT 1"

// PutSchema stores the next schema version, unless the latest has the same body.
func (s *Store) PutSchema(ctx context.Context, body string) (v graph.SchemaVersion, err error) {
	err = s.change(ctx, "sqlite.PutSchema", func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, latestSchema).Scan(&v.Version, &v.Body)
		if err != nil && !errors.Is(err, sql.ErrNoRows) || v.Body == body {
			return err
		}
		v = graph.SchemaVersion{Version: v.Version + 1, Body: body}
		if _, err := (applyTx{tx}).Bump(ctx); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO schema_version VALUES (?, ?)", v.Version, v.Body)
		return err
	})
	return v, err
}
