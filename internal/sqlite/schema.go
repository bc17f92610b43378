package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"grove/internal/fault"
	"grove/internal/graph"
)

const latestSchema = "SELECT version, body, settled FROM schema_version ORDER BY version DESC LIMIT 1"

// Schema returns the latest schema version; NotFound where none was put.
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

// SchemaVersions carries out graph.SchemaVersionsQuery.
func (r reader) SchemaVersions(ctx context.Context, q graph.SchemaVersionsQuery) ([]graph.SchemaVersion, error) {
	return ask(ctx, r, "sqlite.SchemaVersions", scanSchema,
		"SELECT version, body, settled FROM schema_version WHERE ?1 = 0 OR version < ?1 ORDER BY version DESC LIMIT ?2", q.Before,
		graph.Limit(q.Limit))
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
		version = graph.SchemaVersion{Version: version.Version + 1, Body: body, Settled: len(latest) == 0}
		if _, err := (applyTx{tx: tx}).Bump(ctx); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO schema_version (version, body, settled) VALUES (?, ?, ?)", version.Version, version.Body,
			version.Settled)
		return err
	})
	if err != nil {
		return graph.SchemaVersion{}, err
	}
	return version, nil
}

// SettleSchema notes that the whole graph follows a version.
func (s *Store) SettleSchema(ctx context.Context, version int) error {
	const op = "sqlite.SettleSchema"
	return s.transact(ctx, op, func(tx *sql.Tx) error {
		if _, err := (applyTx{tx: tx}).Bump(ctx); err != nil {
			return err
		}
		done, err := tx.ExecContext(ctx, "UPDATE schema_version SET settled = 1 WHERE version = ?", version)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n > 0 {
			return err
		}
		return fault.New(fault.NotFound, op, fmt.Sprint(version), "there is no such schema version", "")
	})
}

var scanSchema = fields(func(v *graph.SchemaVersion) []any { return []any{&v.Version, &v.Body, &v.Settled} })
