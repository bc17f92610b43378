package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/fault"
	"grove/internal/graph"
)

const latestSchema = "SELECT version, body FROM schema_version ORDER BY version DESC LIMIT 1"

// Schema gives the latest schema version; NotFound where none was put.
func (r reader) Schema(ctx context.Context) (graph.SchemaVersion, error) {
	const op = "sqlite.Schema"
	versions, err := ask(ctx, r, op, scanSchema, latestSchema)
	if err != nil {
		return graph.SchemaVersion{}, err
	}
	if len(versions) == 0 {
		return graph.SchemaVersion{}, fault.New(fault.NotFound, op, "", "the workspace has no schema yet", "")
	}
	return versions[0], nil
}

// PutSchema stores the next schema version, unless the body is that of the latest.
func (s *Store) PutSchema(ctx context.Context, body string) (graph.SchemaVersion, error) {
	var version graph.SchemaVersion
	err := s.transact(ctx, "sqlite.PutSchema", func(tx *sql.Tx) error {
		latest, err := rows(ctx, tx, scanSchema, latestSchema)
		if err != nil {
			return err
		}
		if len(latest) > 0 {
			version = latest[0]
			if version.Body == body {
				return nil
			}
		}
		version = graph.SchemaVersion{Version: version.Version + 1, Body: body}
		if _, err := (applyTx{tx: tx}).Bump(ctx); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO schema_version VALUES (?, ?)", version.Version, version.Body)
		return err
	})
	if err != nil {
		return graph.SchemaVersion{}, err
	}
	return version, nil
}

func scanSchema(row *sql.Rows) (v graph.SchemaVersion, err error) {
	err = row.Scan(&v.Version, &v.Body)
	return v, err
}
