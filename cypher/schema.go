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
	return Statement{`MATCH (s:SchemaVersion) WHERE s.key > $after AND s.key < $end
RETURN s.version AS version, s.body AS body
ORDER BY s.key DESC LIMIT 1`, map[string]any{"after": w.key(""), "end": w.end()}}
}

func schemaOf(r row) graph.SchemaVersion {
	return graph.SchemaVersion{Version: r.number("version"), Body: r.text("body")}
}

// Schema gives the latest schema version; NotFound where none was put.
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

// renderPutSchema creates a version. Its id is filled with zeros, so that the
// order of keys is the order of versions.
func renderPutSchema(w scope, v graph.SchemaVersion) []Statement {
	m := w.base(graph.ID(fmt.Sprintf("s%010d", v.Version)), fmt.Sprintf("Schema %d", v.Version))
	m["version"], m["body"] = v.Version, v.Body
	return mergeNodes("SchemaVersion", []map[string]any{m})
}

// PutSchema stores the next schema version; the same body as the latest
// version stores nothing.
func (s *Store) PutSchema(ctx context.Context, body string) (graph.SchemaVersion, error) {
	return write(ctx, s, "cypher.PutSchema", func(tx neo4j.ManagedTransaction) (graph.SchemaVersion, error) {
		next := graph.SchemaVersion{Version: 1, Body: body}
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
			next.Version = latest[0].Version + 1
		}
		if _, err := lock(ctx, tx, s.workspace, 1); err != nil {
			return next, err
		}
		return next, runAll(ctx, tx, renderPutSchema(s.workspace, next))
	})
}
