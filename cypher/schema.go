package cypher

import (
	"context"
	"fmt"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"grove/internal/fault"
	"grove/internal/graph"
)

// SchemaQuery asks Render for the statement of Schema.
type SchemaQuery struct{}

func renderSchema(w scope) Statement {
	return renderSchemaVersions(w, graph.SchemaVersionsQuery{Limit: 1})
}

func renderSchemaVersions(w scope, q graph.SchemaVersionsQuery) Statement {
	end := w.end()
	if q.Before > 0 {
		end = w.key(versionID(q.Before))
	}
	return Statement{`MATCH (s:SchemaVersion) WHERE s.key > $after AND s.key < $end
RETURN s.version AS version, s.body AS body, coalesce(s.settled, true) AS settled
ORDER BY s.key DESC LIMIT $limit`, map[string]any{"after": w.key(""), "end": end, "limit": graph.Limit(q.Limit)}}
}

func schemaOf(r row) graph.SchemaVersion {
	return graph.SchemaVersion{Version: r.number("version"), Body: r.text("body"), Settled: r.flag("settled")}
}

// Schema returns the latest schema version; NotFound where none was put.
func (s *Store) Schema(ctx context.Context) (graph.SchemaVersion, error) {
	const op = "cypher.Schema"
	rows, err := read(ctx, s, op, renderSchema(s.workspace), schemaOf)
	if err != nil {
		return graph.SchemaVersion{}, err
	}
	if len(rows) == 0 {
		return graph.SchemaVersion{}, fault.New(fault.NotFound, op, string(s.workspace), "no schema was put", "")
	}
	return rows[0], nil
}

// SchemaVersions carries out graph.SchemaVersionsQuery.
func (s *Store) SchemaVersions(ctx context.Context, q graph.SchemaVersionsQuery) ([]graph.SchemaVersion, error) {
	return read(ctx, s, "cypher.SchemaVersions", q, schemaOf)
}

// versionID is filled with zeros, so that the order of keys is the order of versions.
func versionID(version int) graph.ID { return graph.ID(fmt.Sprintf("s%010d", version)) }

// renderPutSchema creates a version.
func renderPutSchema(w scope, v graph.SchemaVersion) []Statement {
	m := w.base(versionID(v.Version), fmt.Sprintf("Schema %d", v.Version))
	m["version"], m["body"], m["settled"] = v.Version, v.Body, v.Settled
	return mergeNodes("SchemaVersion", []map[string]any{m})
}

// PutSchema stores the next schema version; the same body as the latest
// version stores nothing.
func (s *Store) PutSchema(ctx context.Context, body string) (graph.SchemaVersion, error) {
	return write(ctx, s, "cypher.PutSchema", func(tx neo4j.ManagedTransaction) (graph.SchemaVersion, error) {
		next := graph.SchemaVersion{Version: 1, Body: body, Settled: true}
		if _, err := lock(ctx, tx, s.workspace, 0); err != nil {
			return next, err
		}
		latest, err := run(ctx, tx, renderSchema(s.workspace), schemaOf)
		if err != nil {
			return next, err
		}
		if len(latest) > 0 {
			if latest[0].Body == body {
				return latest[0], nil
			}
			next.Version, next.Settled = latest[0].Version+1, false
		}
		if _, err := lock(ctx, tx, s.workspace, 1); err != nil {
			return next, err
		}
		return next, runAll(ctx, tx, renderPutSchema(s.workspace, next))
	})
}

// SettleSchema notes that the whole graph follows a version.
func (s *Store) SettleSchema(ctx context.Context, version int) error {
	const op = "cypher.SettleSchema"
	return s.update(ctx, op, func(tx neo4j.ManagedTransaction) error {
		if _, err := lock(ctx, tx, s.workspace, 1); err != nil {
			return err
		}
		settled, err := run(ctx, tx, Statement{"MATCH (s:SchemaVersion {key: $key})\nSET s.settled = true\nRETURN s.id AS id",
			map[string]any{"key": s.workspace.key(versionID(version))}}, func(r row) string { return r.text("id") })
		if err == nil && len(settled) == 0 {
			err = fault.New(fault.NotFound, op, fmt.Sprint(version), "there is no such schema version", "")
		}
		return err
	})
}
