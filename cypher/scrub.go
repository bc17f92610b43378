package cypher

import (
	"context"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"grove/internal/graph"
)

// Scrub drops the extractions that wait for their chunk. What the server keeps
// of deleted nodes in its store files and transaction logs, and for how long, is
// the server's own affair.
func (s *Store) Scrub(ctx context.Context) (err error) {
	const op = "cypher.Scrub"
	ctx, end := s.observe.Begin(ctx, op)
	defer func() { end(err) }()
	st := Statement{`MATCH (x:Extraction) WHERE x.key > $after AND x.key < $end AND NOT EXISTS { MATCH (:Chunk {key: x.key}) }
WITH x ORDER BY x.key LIMIT $limit
DETACH DELETE x
RETURN count(*) AS n`, map[string]any{"after": s.workspace.key(""), "end": s.workspace.end(), "limit": graph.MaxRows}}
	for {
		gone, err := write(ctx, s, op, func(tx neo4j.ManagedTransaction) (int, error) {
			rows, err := run(ctx, tx, st, func(r row) int { return r.number("n") })
			if err != nil || len(rows) == 0 {
				return 0, err
			}
			return rows[0], nil
		})
		if err != nil || gone < graph.MaxRows {
			return err
		}
	}
}
